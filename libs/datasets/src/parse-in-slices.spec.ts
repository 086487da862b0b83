import fc from 'fast-check';
import { parseInSlices } from './parse-in-slices';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const noPause = async (): Promise<void> => undefined;

describe('parsing in slices', () => {
  it('gives what JSON.parse gives, whatever the object and wherever it is cut', async () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    // A repeated "__proto__" is another matter, and no document of ours has one.
    const document = fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      fc.oneof(value, fc.array(value)),
    );

    await fc.assert(
      fc.asyncProperty(document, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (any, sliceBytes, isSpaced) => {
        const text = JSON.stringify(any, null, isSpaced ? 2 : undefined);

        expect(await parseInSlices(bytesOf(text), noPause, sliceBytes)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['[1,[2,3]]', '"text"', '7', 'null', '{}', '[]'])('takes %s, which has no lists to cut', async (text) =>
    expect(await parseInSlices(bytesOf(text), noPause, 1)).toEqual(JSON.parse(text)),
  );

  it.each(['', '{', '{"a":[1,2}', '{"a":[1,2]', '{"a":[1 2]}', '{"a":"', '{"a":[1,]}', '{"a":[,]}'])(
    'refuses %j as JSON.parse does',
    async (text) => {
      expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
      await expect(parseInSlices(bytesOf(text), noPause, 1)).rejects.toThrow(SyntaxError);
    },
  );

  it('refuses bytes that are no UTF-8', async () => {
    const broken = bytesOf('{"a":["x"]}');
    broken[7] = 0xff;

    await expect(parseInSlices(broken, noPause)).rejects.toThrow('not valid');
  });

  it('pauses after each slice, and where there is no list', async () => {
    let pauses = 0;
    const pause = async (): Promise<void> => void pauses++;

    await parseInSlices(bytesOf(JSON.stringify({ a: Array.from({ length: 100 }, () => 'ten bytes.') })), pause, 130);
    expect(pauses).toBeGreaterThanOrEqual(9);

    pauses = 0;
    await parseInSlices(bytesOf(JSON.stringify({ a: 'x'.repeat(5_000), b: { c: [1, 2, 3] } })), pause, 130);
    expect(pauses).toBeGreaterThanOrEqual(9);
  });
});

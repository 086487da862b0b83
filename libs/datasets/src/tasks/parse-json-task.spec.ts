import fc from 'fast-check';
import { parseSteps } from './parse-json-task';
import { finish } from './cooperative-task';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (bytes: Uint8Array, sliceBytes?: number): unknown => finish(parseSteps(bytes, sliceBytes));

describe('parsing in steps', () => {
  it('gives what JSON.parse gives, whatever the object and wherever it is cut', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    // A repeated "__proto__" is another matter, and no document of ours has one.
    const document = fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      fc.oneof(value, fc.array(value)),
    );

    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 40 }), fc.boolean(), (any, sliceBytes, isSpaced) => {
        const text = JSON.stringify(any, null, isSpaced ? 2 : undefined);

        expect(parse(bytesOf(text), sliceBytes)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['[1,[2,3]]', '"text"', '7', 'null', '{}', '[]'])('takes %s, which has no lists to cut', (text) =>
    expect(parse(bytesOf(text), 1)).toEqual(JSON.parse(text)),
  );

  it.each(['', '{', '{"a":[1,2}', '{"a":[1,2]', '{"a":[1 2]}', '{"a":"', '{"a":[1,]}', '{"a":[,]}'])(
    'refuses %j as JSON.parse does',
    (text) => {
      expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
      expect(() => parse(bytesOf(text), 1)).toThrow(SyntaxError);
    },
  );

  it('refuses bytes that are no UTF-8', () => {
    const broken = bytesOf('{"a":["x"]}');
    broken[7] = 0xff;

    expect(() => parse(broken)).toThrow('not valid');
  });

  it('ends a step after each slice, and where there is no list', () => {
    const steps = (value: unknown): number => [...parseSteps(bytesOf(JSON.stringify(value)), 130)].length;

    expect(steps({ a: Array.from({ length: 100 }, () => 'ten bytes.') })).toBeGreaterThanOrEqual(9);
    expect(steps({ a: 'x'.repeat(5_000), b: { c: [1, 2, 3] } })).toBeGreaterThanOrEqual(9);
  });
});

import fc from 'fast-check';
import { parseStrictJson } from './strict-json';

const DEPTH_MAX = 12;

describe('strict JSON', () => {
  it('takes what JSON.stringify writes, with and without blanks, whatever names and strings hold', () =>
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }),
        fc.constantFrom('', '  ', '\t'),
        (value, blanks) => {
          const text = JSON.stringify(value, null, blanks);

          expect(parseStrictJson(text, DEPTH_MAX)).toEqual({ ok: true, value: JSON.parse(text) });
        },
      ),
    ));

  it('finds a name that stands twice in one object, however it is spelt', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '"', '\\', ':', '{', '}', ' ', 'é', '\n') }),
        fc.boolean(),
        (name, isEscaped) => {
          const plain = JSON.stringify(name);
          const other = isEscaped
            ? `"${[...name].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
            : plain;

          expect(parseStrictJson(`{${plain}: 1, "x": {${plain}: [2]}, ${other} :3}`, DEPTH_MAX)).toEqual({
            ok: false,
            fault: 'duplicate_key',
          });
          expect(parseStrictJson(`[{${plain}:1},{${other}:${plain}}]`, DEPTH_MAX).ok).toBe(true);
        },
      ),
    ));

  it.each([
    ['[[["{"]]]', 3, true],
    ['[[["["]]]', 2, false],
    ['{"a":{"b":"}{"}}', 2, true],
    ['{"a\\\\":{"b\\"{":1}}', 2, true],
    ['[{"a":[]}]', 2, false],
  ])('%s nests as deep as %i at most: %p', (text, depthMax, fits) =>
    expect(parseStrictJson(text, depthMax)).toMatchObject(fits ? { ok: true } : { ok: false, fault: 'too_deep' }),
  );

  it.each(['', '{', '{"a":1,}', "{'a':1}", '\ufeff{}', 'undefined', '01'])('%p is no JSON', (text) =>
    expect(parseStrictJson(text, DEPTH_MAX)).toEqual({ ok: false, fault: 'not_json' }),
  );
});

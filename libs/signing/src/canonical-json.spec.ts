import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonicalBytes, canonicalJson, CanonicalJsonError } from './canonical-json';

const corpora = resolve(__dirname, '../../..', process.env.CORPORA_DIR ?? '../shared/corpora');
const vectors = join(corpora, 'security/jcs/testdata');
const there = existsSync(vectors);

(there ? describe : describe.skip)(
  `published RFC 8785 vectors${there ? '' : ' (security/jcs/testdata is missing)'}`,
  () => {
    const names = there ? readdirSync(join(vectors, 'input')) : ['none'];

    it(`has all ${names.length} of them`, () => expect(names).toHaveLength(6));

    it.each(names)('%s gets the published bytes', (name) => {
      const input: unknown = JSON.parse(readFileSync(join(vectors, 'input', name), 'utf8'));
      const output = readFileSync(join(vectors, 'output', name), 'utf8');
      const hex = readFileSync(join(vectors, 'outhex', name.replace('.json', '.txt')), 'utf8').replace(/\s/g, '');

      expect(canonicalJson(input)).toBe(output.trimEnd());
      expect(Buffer.from(canonicalBytes(input)).toString('hex')).toBe(hex);
    });
  },
);

describe('canonicalJson', () => {
  const wellFormed = fc.string({ unit: 'grapheme' });
  const json = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      wellFormed,
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(wellFormed, tie('value')),
    ),
  })).value;

  it('reads back as the same value, and writes that the same again', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);

        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('does not depend on the order in which members were written', () => {
    fc.assert(
      fc.property(fc.dictionary(wellFormed, json), (record) => {
        const reversed = Object.fromEntries(Object.entries(record).reverse());

        expect(canonicalJson(reversed)).toBe(canonicalJson(record));
      }),
    );
  });

  it('writes what the library writes, whether or not the members stand in order already', () => {
    fc.assert(
      fc.property(json, fc.boolean(), (value, inOrder) => {
        const sent: unknown = inOrder ? JSON.parse(canonicalize(value) as string) : value;

        expect(canonicalJson(sent)).toBe(canonicalize(value));
      }),
    );
  });

  it('sorts members by UTF-16 code units, not by locale or code point', () => {
    expect(canonicalJson({ '\u{1F600}': 1, '\uFB33': 2, é: 3, z: 4, Z: 5 })).toBe(
      '{"Z":5,"z":4,"é":3,"\u{1F600}":1,"\uFB33":2}',
    );
  });

  it.each([
    ['an undefined member', { a: { b: undefined } }, '$.a.b'],
    ['undefined itself', undefined, '$'],
    ['an undefined item', [1, undefined], '$[1]'],
    ['a hole in an array', new Array(1), '$[0]'],
    ['NaN', { a: NaN }, '$.a'],
    ['Infinity', [Infinity], '$[0]'],
    ['an integer that lost digits', { n: 2 ** 53 }, '$.n'],
    ['a bigint', { n: 1n }, '$.n'],
    ['a lone surrogate', { a: 'x\uD800y' }, '$.a'],
    ['a lone surrogate in a name', { 'x\uDC00': 1 }, '$'],
    ['a date', { at: new Date(0) }, '$.at'],
    ['a map', { m: new Map() }, '$.m'],
    ['bytes', { b: new Uint8Array(1) }, '$.b'],
    ['a function', { f: () => 1 }, '$.f'],
  ])('refuses %s, naming the path', (_what, value, path) => {
    expect(() => canonicalJson(value)).toThrow(CanonicalJsonError);
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ path }));
  });

  it.each<[unknown, string, string]>([
    [{ a: ['x', 1, true, null, {}], b: undefined }, '$.b', 'undefined is no JSON value'],
    [[[1], [], 'x', () => 1], '$[3]', 'function is no JSON value'],
    [[[1], 1n], '$[1]', 'bigint is no JSON value'],
    [[-Infinity], '$[0]', '-Infinity is no JSON number'],
    [{ a: NaN }, '$.a', 'NaN is no JSON number'],
    [[1, 2 ** 53], '$[1]', 'integer 9007199254740992 is beyond 2^53 and may have lost digits; send it as text'],
    [[-(2 ** 53)], '$[0]', 'integer -9007199254740992 is beyond 2^53 and may have lost digits; send it as text'],
    [['x', '\ud800'], '$[1]', 'holds a lone surrogate'],
    [{ a: { '\udc00': 1 } }, '$.a', 'holds a lone surrogate'],
    [{ a: {}, b: new Map() }, '$.b', 'is no plain object'],
    [[{ toJSON: () => 1 }], '$[0]', 'is no plain object'],
  ])('says what is wrong with %p', (value, path, fault) => {
    expect(() => canonicalJson(value)).toThrow(new CanonicalJsonError(path, fault));
    expect(new CanonicalJsonError(path, fault)).toMatchObject({ name: 'CanonicalJsonError', path, fault });
  });

  it('takes plain objects of another kind, and the numbers that nobody takes for exact integers', () => {
    const bare: unknown = Object.assign(Object.create(null) as object, { b: [1e21, -1e21, 2 ** 53 - 1], a: '' });

    expect(canonicalJson(bare)).toBe('{"a":"","b":[1e+21,-1e+21,9007199254740991]}');
  });

  it.each([
    ['in order', '{"a":1,"b":1}'],
    ['out of order', '{"b":1,"a":1}'],
  ])('takes as many levels of members that stand %s', (_what, text) => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + text + ']'.repeat(levels));

    expect(canonicalJson(nested(199))).toContain('{"a":1,"b":1}');
    expect(() => canonicalJson(nested(200))).toThrow(/nested deeper/);
  });

  it('refuses a nesting that would exhaust the stack', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];

    expect(() => canonicalJson(deep)).toThrow(/nested deeper/);
  });
});

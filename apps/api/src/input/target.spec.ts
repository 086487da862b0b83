import fc from 'fast-check';
import { readQuery, readTarget } from './target';

test.each([
  ['/v1/eol/nodejs', '/v1/eol/nodejs', null],
  ['/v1/eol/image?image=node:24', '/v1/eol/image', 'image=node:24'],
  ['/a?', '/a', ''],
  ['/a?b?c', '/a', 'b?c'],
  ['/a#x?y', '/a', null],
  ['http://elsewhere.example/a?b', '/a', 'b'],
  ['http://elsewhere.example', '/', null],
])('the target %s is split without decoding', (url, path, query) => {
  expect(readTarget(url)).toEqual({ path, query });
});

test.each([
  ['items=a@1,b@2', { items: 'a@1,b@2' }],
  ['items=17.0.11+9', { items: '17.0.11 9' }],
  ['items=17.0.11%2B9', { items: '17.0.11+9' }],
  ['x[y]=1', { 'x[y]': '1' }],
  ['a&b=', { a: '', b: '' }],
  ['__proto__=1', { ['__proto__']: '1' }],
  ['', {}],
])('the query %s is decoded', (query, expected) => {
  const outcome = readQuery(query);

  expect('values' in outcome && [...outcome.values]).toEqual(Object.entries(expected));
});

test.each(['a=1&a=2', 'a=%zz', 'a=%ff', '%=1'])('the query %s is a fault', (query) => {
  expect(readQuery(query)).toHaveProperty('fault');
});

test('what URLSearchParams writes is read back', () => {
  const wellFormed = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Surrogate}/u.test(text));
  fc.assert(
    fc.property(
      fc.dictionary(
        wellFormed.filter((name) => name !== ''),
        wellFormed,
      ),
      (entries) => {
        const outcome = readQuery(new URLSearchParams(entries).toString());

        expect('values' in outcome && new Map(outcome.values)).toEqual(new Map(Object.entries(entries)));
      },
    ),
  );
});

test('a query of thousands of parameters is read no further than to what no route has', () => {
  const decoded = jest.spyOn(globalThis, 'decodeURIComponent');
  try {
    const outcome = readQuery(Array.from({ length: 15_000 }, (_, at) => `a${at}`).join('&'));

    expect(outcome).toEqual({ fault: 'the query holds more than 50 parameters' });
    expect(decoded.mock.calls.length).toBeLessThanOrEqual(2 * 51);
  } finally {
    decoded.mockRestore();
  }
});

test('ampersands without a parameter between them count for nothing', () => {
  expect(readQuery(`${'&'.repeat(5_000)}image=node&`)).toEqual({ values: new Map([['image', 'node']]) });
});

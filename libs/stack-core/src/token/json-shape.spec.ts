import { bit, count, fields, listOf, oneOf, orNull, ShapeFault, text, textLike, tuple } from './json-shape';

const ALL: readonly unknown[] = [null, undefined, 0, 1, 2, -1, 0.5, 2 ** 53, NaN, '', 'a', 'ab', true, [], [1], {}];

it.each<[string, (json: unknown) => unknown, readonly unknown[]]>([
  ['a text', text, ['', 'a', 'ab']],
  ['a text of a form', textLike(/^a.?$/), ['a', 'ab']],
  ['a whole number', count, [0, 1, 2]],
  ['a bit', bit, [0, 1]],
  ['one of some words', oneOf(['a', 'b']), ['a']],
])('%s is read, and nothing else', (_what, read, taken) => {
  for (const json of ALL) {
    if (taken.includes(json)) expect(read(json)).toBe(json);
    else expect(() => read(json)).toThrow(ShapeFault);
  }
});

it('null is written as 0', () => {
  expect([orNull(text)(0), orNull(text)('a'), orNull(count)(1)]).toEqual([null, 'a', 1]);
  expect(() => orNull(text)(1)).toThrow(ShapeFault);
});

it('a list holds values of one kind, at most so many', () => {
  const read = listOf(bit, 2);

  expect([read([]), read([1]), read([0, 1])]).toEqual([[], [1], [0, 1]]);
  for (const json of [[0, 1, 0], [2], 'ab', { length: 1 }]) expect(() => read(json)).toThrow(ShapeFault);
});

it('a tuple has as many values as are wanted', () => {
  expect([tuple([1], 1), tuple([1, 2], 1, 2), tuple([1], 1, 2)]).toEqual([[1], [1, 2], [1]]);
  expect(() => tuple([], 1)).toThrow(ShapeFault);
  expect(() => tuple([1, 2], 1)).toThrow(ShapeFault);
  expect(() => tuple([1, 2, 3], 1, 2)).toThrow(ShapeFault);
  expect(() => tuple('a', 1)).toThrow(ShapeFault);
});

it('an object has its own properties, and no list is one', () => {
  expect([...fields(JSON.parse('{"a":1,"__proto__":2}'))]).toEqual([
    ['a', 1],
    ['__proto__', 2],
  ]);
  for (const json of [null, [], 'a', 1, undefined]) expect(() => fields(json)).toThrow(ShapeFault);
});

import fc from 'fast-check';
import { combinationAt } from './combinations';

const all = (lists: readonly (readonly string[])[]): string[] => {
  const found: string[] = [];
  for (let n = 0; ; n++) {
    const one = combinationAt(lists, n);
    if (one === undefined) return found;
    found.push(one.join(''));
  }
};

test.each([
  ['nothing to choose from', [], ['']],
  ['one list', [['a', 'b']], ['a', 'b']],
  ['three, of which one has no choice', [['a', 'b'], ['1'], ['x', 'y']], ['a1x', 'a1y', 'b1x', 'b1y']],
  ['an empty list', [['a'], []], []],
])('the choices of %s', (_what, lists: string[][], expected) => {
  expect(all(lists)).toEqual(expected);
});

test('are as many as the lists allow, each once, in the order of the lists', () => {
  const list = fc
    .array(fc.nat(9), { minLength: 1, maxLength: 4 })
    .map((items) => [...new Set(items.map(String))].sort());
  fc.assert(
    fc.property(fc.array(list, { maxLength: 4 }), (lists) => {
      const found = all(lists);
      expect(found).toHaveLength(lists.reduce((product, { length }) => product * length, 1));
      expect(found).toEqual([...new Set(found)].sort());
    }),
  );
});

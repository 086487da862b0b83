import { combinations } from './combinations';

test.each([
  [[], [[]]],
  [[['a', 'b']], [['a'], ['b']]],
  [
    [['a', 'b'], ['1'], ['x', 'y']],
    [
      ['a', '1', 'x'],
      ['a', '1', 'y'],
      ['b', '1', 'x'],
      ['b', '1', 'y'],
    ],
  ],
  [[['a'], []], []],
])('the choices of %j are %j', (lists: string[][], expected) => {
  expect([...combinations(lists)]).toEqual(expected);
});

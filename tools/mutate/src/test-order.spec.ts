import { growingParts, nearestFirst } from './test-order';

it('the tests of a changed file itself run first, then those near it', () => {
  const tests = [
    'apps/c/src/far.spec.ts',
    'libs/a/src/two/b.spec.ts',
    'libs/a/src/a.spec.ts',
    'libs/a/src/one/c.spec.ts',
    'libs/a/src/one/b.spec.ts',
  ];

  expect(nearestFirst('libs/a/src/one/b.ts', tests)).toEqual([4, 1, 3, 2, 0].map((at) => tests[at]));
});

it('few are asked at first, then more and more', () => {
  expect([...growingParts([1, 2, 3, 4, 5, 6, 7, 8, 9])]).toEqual([[1], [2, 3], [4, 5, 6, 7], [8, 9]]);
  expect([...growingParts([])]).toEqual([]);
});

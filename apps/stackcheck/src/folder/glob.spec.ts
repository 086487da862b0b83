import { globMatcher } from './glob';

test.each<[string, string, boolean]>([
  ['test', 'a/test/package-lock.json', true],
  ['test', 'a/tests/package-lock.json', false],
  ['*.lock', 'a/b/yarn.lock', true],
  ['/*.lock', 'a/yarn.lock', false],
  ['a/*.lock', 'a/yarn.lock', true],
  ['a/*.lock', 'a/b/yarn.lock', false],
  ['a/**/yarn.lock', 'a/yarn.lock', true],
  ['a/**/yarn.lock', 'a/b/c/yarn.lock', true],
  ['./a/', 'a/b', true],
  ['fixtures/**', 'fixtures/deep/bom.json', true],
  ['a.b', 'axb', false],
  ['?.txt', 'é.txt', true],
  ['(a|b)+', '(a|b)+', true],
])('%s matches %s: %s', (pattern, path, expected) => {
  expect(globMatcher(pattern)(path)).toBe(expected);
});

import { isExcluded } from './excluded';

test.each<[string, string, boolean]>([
  ['test', 'a/test/package-lock.json', true],
  ['test', 'a/tests/package-lock.json', false],
  ['test/', 'test/package-lock.json', true],
  ['*.lock', 'a/b/yarn.lock', true],
  ['a/*.lock', 'a/yarn.lock', true],
  ['a/*.lock', 'a/b/yarn.lock', false],
  ['a/**/yarn.lock', 'a/b/c/yarn.lock', true],
  ['./a', 'a/b', true],
  ['fixtures/**', 'fixtures/deep/bom.json', true],
  ['a.b', 'axb', false],
])('%s leaves %s out: %s', (glob, path, expected) => {
  expect(isExcluded(path, [glob])).toBe(expected);
});

import { componentOf, shortened, subjectOf } from './component';

const packageOf = (ecosystem: string, name: string, resolved = '') =>
  ({ checked: true, ecosystem, name, version: '1.2', resolved }) as unknown as Parameters<typeof componentOf>[0];

it.each([
  ['npm', '@scope/name', '@scope/name 1.2'],
  ['Maven', 'org.apache.logging.log4j:log4j-core', 'log4j-core 1.2'],
  ['Maven', 'plain', 'plain 1.2'],
  ['Go', 'example.com:80/x', 'example.com:80/x 1.2'],
])('a package of %s named %s is %s', (ecosystem, name, component) => {
  expect(componentOf(packageOf(ecosystem, name))).toBe(component);
});

it.each([
  ['pkg:npm/x@1.2', 'pkg:npm/x'],
  ['pkg:npm/%40scope/x@1.2?a=b#c', 'pkg:npm/%40scope/x'],
  ['pkg:npm/x?a=b', 'pkg:npm/x'],
  ['pkg:npm/x#c', 'pkg:npm/x'],
  ['pkg:npm/x', 'pkg:npm/x'],
])('the subject of %s is %s', (resolved, subject) => {
  expect(subjectOf(packageOf('npm', 'x', resolved))).toBe(subject);
});

it.each([
  [99, 99, false],
  [100, 100, false],
  [101, 100, true],
  [5_000, 100, true],
])('a text of %d characters stands with %d in a sentence, cut: %s', (length, shown, isCut) => {
  const text = shortened('x'.repeat(length));

  expect([text.length, text.endsWith('…')]).toEqual([shown, isCut]);
});

import { firstDigit, isPreRelease, isVersionLike, startsWithDigit } from './word-shapes';

it.each([
  ['1', true],
  ['v1', true],
  ['1.2.3', true],
  ['20h2', true],
  ['123456', true],
  ['12ab34', true],
  ['v12345678', true],
  ['1234567.', true],
  ['1a2b3cg', true],
  ['1234567', false],
  ['20241231', false],
  ['12ab34f', false],
  ['vv1', false],
  ['v', false],
  ['w1', false],
  ['a1', false],
  ['', false],
])('%j is like a version: %s', (word, isLike) => {
  expect(isVersionLike(word)).toBe(isLike);
});

it.each([
  ['rc', true],
  ['rc1', true],
  ['rc.1', true],
  ['beta.', true],
  ['m02', true],
  ['m.2', true],
  ['dev1', true],
  ['dev.2', true],
  ['ea', true],
  ['m', false],
  ['dev', false],
  ['rc..1', false],
  ['arc1', false],
  ['1rc', false],
  ['slim', false],
  ['', false],
  [undefined, false],
])('%j after a version makes it a pre-release: %s', (word, makes) => {
  expect(isPreRelease(word)).toBe(makes);
});

it.each([
  ['', -1],
  ['abc', -1],
  ['0', 0],
  ['9', 0],
  ['a9', 1],
  ['/:', -1],
  ['ab0c1', 2],
])('the first digit of %j is at %d', (word, at) => {
  expect(firstDigit(word)).toBe(at);
  expect(startsWithDigit(word)).toBe(at === 0);
});

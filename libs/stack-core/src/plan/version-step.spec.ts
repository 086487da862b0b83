import { sizeBetween } from './version-step';

it.each([
  ['1.2.3', '2.0.0', 'major'],
  ['1.2.3', '1.3.0', 'minor'],
  ['1.2.3', '1.2.4', 'patch'],
  ['1.2.3', '1.2.3', 'patch'],
  ['1', '1.0', 'patch'],
  ['1', '1.0.1', 'patch'],
  ['1', '1.1', 'minor'],
  ['0', '1', 'major'],
  ['10.2', '9.2', 'major'],
  ['v1.2.3', '1.2.9', 'patch'],
  ['jre-17.0.1', 'jdk-17.1', 'minor'],
  ['1:2.3-4', '1:2.4-1', 'minor'],
  ['1:2.3-4', '1:2.3-5', 'patch'],
  ['1:2.3-4', '2:2.3-4', 'major'],
  ['2.3-4', '1:2.3-4', 'major'],
  ['2.3', '0:2.3', 'patch'],
  ['1!2.3', '1:2.3.1', 'patch'],
  ['bookworm', '12', 'major'],
  ['12', 'bookworm', 'major'],
  ['bookworm', 'trixie', 'major'],
])('from %s to %s is a step of the size %s', (from, to, size) => {
  expect(sizeBetween(from, to)).toBe(size);
});

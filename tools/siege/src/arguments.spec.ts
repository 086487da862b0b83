import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './arguments';
import { ATTACKS } from './attacks/all-attacks';

const KNOWN = ['trickle', 'bogus-burst'];

test('nothing asks for every attack', () => {
  expect(readArguments([], KNOWN)).toEqual({ help: false, names: [], part: [1, 1], seconds: 5, jsonFile: undefined });
});

test('attacks are named in a list or one by one', () => {
  const asked = readArguments(
    ['--attack', 'trickle,bogus-burst', '--attack', 'trickle', '--seconds', '2', '--part', '2/3'],
    KNOWN,
  );

  expect(asked).toMatchObject({ names: ['trickle', 'bogus-burst', 'trickle'], part: [2, 3], seconds: 2 });
});

test.each([
  [['--attack', 'trick'], /no attack trick; there are trickle, bogus-burst/],
  [['--seconds', '0'], /--seconds takes/],
  [['--seconds', 'many'], /--seconds takes/],
  [['--seconds', '61'], /from 1 to 60/],
  [['--part', '0/2'], /--part takes/],
  [['--part', '3/2'], /--part takes/],
  [['--part', '1'], /--part takes/],
  [['--part', '1/2/3'], /--part takes/],
  [['--fast'], /--fast/],
  [['trickle'], /trickle/],
])('%j is refused', (args, fault) => {
  expect(readArguments(args, KNOWN)).toEqual({ fault: expect.stringMatching(fault) });
});

test('the usage names every attack and no other', () => {
  const usage = readFileSync(join(__dirname, '..', 'usage.txt'), 'utf8');
  const named = [...usage.matchAll(/^  ([a-z][a-z-]+) {2,}/gm)].map(([, name]) => name);

  expect(named).toEqual(ATTACKS.map(({ name }) => name));
});

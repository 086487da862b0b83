import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './arguments';
import { ATTACKS } from './attacks/all-attacks';

const KNOWN = ['trickle', 'bogus-burst'];

test('nothing asks for every attack', () => {
  expect(readArguments([], KNOWN)).toEqual({ help: false, names: KNOWN, seconds: 5, jsonFile: undefined });
});

test('attacks are named in a list or one by one', () => {
  const asked = readArguments(['--attack', 'bogus-burst,trickle', '--attack', 'trickle', '--seconds', '2'], KNOWN);

  expect(asked).toMatchObject({ names: ['trickle', 'bogus-burst'], seconds: 2 });
});

test('parts of them have every attack between them, each once', () => {
  const names = ATTACKS.map(({ name }) => name);
  for (const count of [1, 2, 3, names.length]) {
    const parts = Array.from({ length: count }, (_, at) => readArguments(['--part', `${at + 1}/${count}`], names));
    const made = parts.flatMap((part) => ('fault' in part ? [] : part.names));

    expect([...made].sort()).toEqual([...names].sort());
  }
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
  [['--part', '3/3'], /each has an attack/],
  [['--attack', 'trickle', '--part', '2/2'], /each has an attack/],
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

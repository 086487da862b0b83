import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, isMutated } from './areas';
import { readArguments } from './arguments';

const known = AREAS.map(({ name }) => name);

describe('arguments', () => {
  it('have the defaults that the usage names', () => {
    const usage = readFileSync(join(__dirname, '..', 'usage.txt'), 'utf8');

    const asked = readArguments([], known);

    expect(asked).toEqual({
      help: false,
      areas: [],
      sample: 25,
      seed: 1,
      file: '',
      jobs: 1,
      list: false,
      fresh: false,
    });
    expect(usage).toMatch(/--sample N .*\(25\)/);
    expect(usage).toMatch(/--seed S .*\(1\)/);
    expect(usage).toMatch(/--jobs J .*\(1\)/);
  });

  it('name areas, numbers and files', () => {
    const asked = readArguments(['api', 'eol-core', '--sample', '0', '--seed=7', '--file', 'sale/', '--fresh'], known);

    expect(asked).toMatchObject({ areas: ['api', 'eol-core'], sample: 0, seed: 7, file: 'sale/', fresh: true });
  });

  it.each([
    [['payments'], /there is no area payments; there are .*payment-x402/],
    [['--sample', '1.5'], /--sample takes a whole number from 0 on/],
    [['--seed', '-1'], /--seed/],
    [['--jobs', '0'], /--jobs takes a whole number from 1 on/],
    [['--quick'], /--quick/],
  ])('%j are refused with a reason', (args, reason) => {
    expect(readArguments(args, known)).toEqual({ fault: expect.stringMatching(reason) });
  });
});

it.each([
  ['libs/eol-core/src/status/status.ts', true],
  ['libs/eol-core/src/status/status.spec.ts', false],
  ['libs/eol-core/src/index.ts', false],
  ['libs/payment-x402/src/testing/memory-ledger.ts', false],
  ['libs/payment-x402/src/checks/checks.cases.txt', false],
])('faults are planted in %s: %s', (file, expected) => expect(isMutated(file)).toBe(expected));

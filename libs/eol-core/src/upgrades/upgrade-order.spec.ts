import * as fc from 'fast-check';
import { indexProduct } from '../products/indexed-product';
import type { Cycle } from '../products/product';
import { makeCycle, makeProduct } from '../testing/make-product';
import { newerCycles } from './upgrade-order';

/** `name date`, and a `!` behind it where the cycle is not acceptable. */
function stepsFrom(name: string, product: string, ...cycles: readonly string[]): string[] {
  const parsed = cycles.map((line) => {
    const [cycle = '', date = null] = line.replace('!', '').split(' ');
    return { cycle: makeCycle(cycle, { releaseDate: date }), isGood: !line.endsWith('!') };
  });
  const good = new Set(parsed.filter(({ isGood }) => isGood).map(({ cycle }) => cycle.name));
  const index = indexProduct(
    makeProduct(
      product,
      parsed.map(({ cycle }) => cycle),
    ),
  );
  return newerCycles(index, name, (cycle) => good.has(cycle.name)).map((cycle) => cycle.name);
}

describe('newer cycles of a product', () => {
  const beats = ['9.2 2025-10-01', '8.19 2025-07-24', '9.1 2025-07-22!', '9.0 2025-04-08!', '8.18 2025-04-01!'];

  it('are those with a higher version, although an older line had a later release', () => {
    expect(stepsFrom('9.0', 'beats', ...beats)).toEqual(['9.2']);
    expect(stepsFrom('8.18', 'beats', ...beats)).toEqual(['8.19', '9.2']);
    expect(stepsFrom('8.19', 'beats', ...beats)).toEqual(['9.2']);
    expect(stepsFrom('9.2', 'beats', ...beats)).toEqual([]);
  });

  it('may have come out before a maintenance release of an old line', () => {
    expect(stepsFrom('8.19', 'beats', '9.1 2025-07-22', '8.19 2025-07-24!', '8.18 2025-04-01!')).toEqual(['9.1']);
  });

  it('never came out before the line of the older one began', () => {
    expect(stepsFrom('11', 'jdk', '17 2021-09-22', '11 2021-08-01!', '16 2021-04-01')).toEqual(['17']);
  });

  it.each<[string, string, string, readonly string[], readonly string[]]>([
    [
      'a scheme that was replaced by lower numbers',
      'opensuse',
      '42.3',
      ['16.0 2025-10-01', '15.6 2024-06-12', '42.3 2017-07-26!', '42.1 2015-11-04!', '13.2 2014-11-04'],
      ['15.6', '16.0'],
    ],
    [
      'what came before such a scheme',
      'opensuse',
      '13.2',
      ['15.6 2024-06-12', '42.3 2017-07-26', '13.2 2014-11-04!'],
      ['42.3', '15.6'],
    ],
    ['nothing of the abandoned scheme', 'opensuse', '15.0', ['15.0 2018-05-25!', '42.3 2017-07-26'], []],
    [
      'years that gave way to a number, and that to years',
      'amazon-linux',
      '2018.03',
      ['2023 2023-03-01', '2 2018-06-26', '2018.03 2018-04-25!'],
      ['2', '2023'],
    ],
    [
      'the same from the number',
      'amazon-linux',
      '2',
      ['2023 2023-03-01', '2 2018-06-26!', '2018.03 2018-04-25'],
      ['2023'],
    ],
    [
      'lower numbers of a product whose numbering never restarted',
      'acme',
      '42.3',
      ['15.0 2018-05-25', '42.3 2017-07-26!'],
      [],
    ],
    [
      'a half-year among years',
      'windows-server-core',
      '20h2',
      ['2025 2024-11-01', '20h2 2020-10-20!', '2004 2020-05-27', '2019 2018-11-13', '2012 2012-10-01'],
      ['2025'],
    ],
    [
      'a month among years',
      'windows-server',
      '1809-sac',
      ['2022 2021-08-18', '1809-sac 2018-11-13!', '2019 2018-11-13'],
      ['2019', '2022'],
    ],
    [
      'a later half-year',
      'windows',
      '10-2004',
      ['10-22h2 2022-10-18', '10-20h2 2020-10-20', '10-2004 2020-05-27!'],
      ['10-20h2', '10-22h2'],
    ],
  ])('knows %s', (_what, product, from, cycles, steps) => {
    expect(stepsFrom(from, product, ...cycles)).toEqual(steps);
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['the same edition', '13-pro', ['14-max 2022-09-16', '14-pro 2022-09-16', '13-pro 2021-09-24!'], ['14-pro']],
    ['else the plain one', '13-mini', ['16 2024-09-20', '16-plus 2024-09-20', '13-mini 2021-09-24!'], ['16']],
    ['never another edition', 'r580-linux', ['r610-windows 2026-05-01', 'r580-linux 2025-08-01!'], []],
    [
      'any edition where the old one had none',
      '4.8',
      ['4.12 2026-06-01', '4.9-lts 2025-02-01', '4.8 2024-10-01!'],
      ['4.9-lts', '4.12'],
    ],
    [
      'the plain one of equal versions',
      '2019',
      ['2024 2024-10-01', '2024-ltsc 2024-09-16', '2019 2018-09-01!'],
      ['2024'],
    ],
    ['a service pack of the same version', '2008', ['2008-sp2 2009-04-01', '2008 2008-02-01!'], ['2008-sp2']],
    ['not the version itself', '4', ['4.0 2000-03-13', '4 2000-03-13!'], []],
    [
      'the same runtime',
      'nodejs16.x',
      ['java25 2025-11-01', 'nodejs22.x 2024-11-01', 'python3.13 2024-11-01', 'nodejs16.x 2022-05-01!'],
      ['nodejs22.x'],
    ],
    [
      'not the next runtime',
      'go1.x',
      ['java25 2025-11-01', 'python3.13 2024-11-01', 'go1.x 2018-01-01!', 'python2.7 2015-10-01'],
      [],
    ],
    [
      'a day of build as no version',
      'opus-4-1-20250805',
      ['opus-4-1-20250805 2025-08-05!', 'opus-4-20250514 2025-05-14'],
      [],
    ],
    [
      'the family in another order of words',
      'a-3-7-sonnet',
      ['a-sonnet-4-6 2026-02-01', 'a-opus-4-5 2025-11-01', 'a-3-7-sonnet 2025-02-01!'],
      ['a-sonnet-4-6'],
    ],
    [
      'names without numbers by their dates',
      'jazzy',
      ['lyrical 2026-05-01', 'kilted 2025-05-01', 'jazzy 2024-05-01!', 'iron 2023-05-01'],
      ['kilted', 'lyrical'],
    ],
    [
      'a name that came after all numbers',
      '2019',
      ['subscription 2021-11-01', '2019 2018-10-01!', '2016 2016-05-01!'],
      ['subscription'],
    ],
    [
      'no name that came out among the numbers',
      '19',
      ['lmde6 2023-09-01', '20 2020-06-01!', 'lmde4 2020-03-01', '19 2018-06-01!'],
      [],
    ],
  ])('prefers or offers %s', (_what, from, cycles, steps) => {
    expect(stepsFrom(from, 'acme', ...cycles)).toEqual(steps);
  });

  it('of a cycle that the product does not have are none', () => {
    expect(stepsFrom('7', 'acme', '8 2020-01-01')).toEqual([]);
  });

  it('of a product named like a member of every object are found like any', () => {
    expect(stepsFrom('1', 'constructor', '2 2021-01-01', '1 2020-01-01!')).toEqual(['2']);
  });
});

describe('properties of newer cycles', () => {
  const day = fc.integer({ min: 0, max: 3650 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
  const cycle = fc.record({
    major: fc.integer({ min: 1, max: 6 }),
    minor: fc.nat(12),
    date: day,
    isGood: fc.boolean(),
  });
  const cycles = fc.uniqueArray(cycle, {
    minLength: 1,
    maxLength: 20,
    selector: ({ major, minor }) => `${major}.${minor}`,
  });

  it('hold for products with several lines at once, whatever the dates', () => {
    fc.assert(
      fc.property(cycles, (made) => {
        const name = ({ major, minor }: (typeof made)[number]): string => `${major}.${minor}`;
        const product = indexProduct(
          makeProduct(
            'acme',
            made.map((one) => makeCycle(name(one), { releaseDate: one.date })),
          ),
        );
        const good = (candidate: Cycle): boolean => made.some((one) => one.isGood && name(one) === candidate.name);

        for (const from of made) {
          const began = made
            .filter(({ major }) => major === from.major)
            .map(({ date }) => date)
            .sort()[0]!;
          const rank = ({ major, minor }: (typeof made)[number]): number => major * 100 + minor;
          const expected = made
            .filter((one) => one.isGood && rank(one) > rank(from) && one.date >= began)
            .sort((a, b) => rank(a) - rank(b));

          expect(newerCycles(product, name(from), good).map((one) => one.name)).toEqual(expected.map(name));
        }
      }),
    );
  });

  it('hold for names of any kind: no step is unacceptable, repeats, or leads back', () => {
    const word = fc.constantFrom('', 'a', 'b', 'r', 'lts', 'sp1', '20h2', '2004', '3', '4.1', '17', 'x');
    const names = fc.uniqueArray(
      fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('-')),
      { maxLength: 12 },
    );
    const products = fc.constantFrom('acme', 'windows', 'opensuse', '__proto__');

    fc.assert(
      fc.property(
        products,
        names,
        fc.array(day, { minLength: 12, maxLength: 12 }),
        fc.nat(),
        (id, all, dates, mask) => {
          const made = all.map((name, at) => makeCycle(name, { releaseDate: dates[at] ?? null }));
          const product = indexProduct(makeProduct(id, made));
          const good = (candidate: Cycle): boolean => ((mask >> all.indexOf(candidate.name)) & 1) === 1;

          for (const from of all) {
            const steps = newerCycles(product, from, good);

            expect(steps.every(good)).toBe(true);
            expect(new Set(steps).size).toBe(steps.length);
            for (const step of steps) {
              expect(newerCycles(product, step.name, () => true).map((one) => one.name)).not.toContain(from);
            }
          }
        },
      ),
    );
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexProduct } from '../products/indexed-product';
import { makeCycle, makeProduct } from '../testing/make-product';
import { readUpgradeCases } from '../testing/read-upgrade-cases';
import { upgradeOf } from './upgrade';
import { productAdvice, upgradeCandidates } from './upgrade-targets';

const TODAY = '2026-11-20';
const cases = readUpgradeCases(readFileSync(join(__dirname, 'upgrade-targets.cases.txt'), 'utf8'));

/** Three cycles that end one after the other, one of them a long-term one. */
const cycles = [
  makeCycle('4', { releaseDate: '2026-06-01', eolFrom: '2029-06-01' }),
  makeCycle('3', {
    releaseDate: '2025-06-01',
    eolFrom: '2028-06-01',
    ltsFrom: '2025-12-01',
    eoesFrom: '2031-06-01',
    latest: { name: '3.7.1', date: null, link: null },
  }),
  makeCycle('2', { releaseDate: '2024-06-01', eolFrom: '2027-03-01' }),
  makeCycle('1', { releaseDate: '2023-06-01', eolFrom: '2026-06-01' }),
] as const;
const [four, three, two, one] = cycles;
const acme = indexProduct(makeProduct('acme', [...cycles]));

describe('the upgrade of a cycle', () => {
  it.each(cases.map((one) => [one.product.product.id, one.from.name, one.today, one.expected, one] as const))(
    '%s %s on %s: %s',
    (_product, _from, today, expected, { product, from }) => {
      const upgrade = upgradeOf(product, from, today);

      const said = ([name, target]: readonly [string, { cycle: string } | null]): string =>
        `${name} ${target?.cycle ?? '-'}`;
      const found =
        upgrade === undefined
          ? 'stay'
          : upgrade.reason !== undefined
            ? `none: ${upgrade.reason.replaceAll('_', ' ')}`
            : [
                ['nearest', upgrade.nearest] as const,
                ['recommended', upgrade.recommended] as const,
                ['newest', upgrade.newest] as const,
              ]
                .map(said)
                .join(' | ');
      expect(found).toBe(expected);
    },
  );

  it('says of each target how long it is supported, and where all cycles are at hand', () => {
    const target = (cycle: string, eol: string, days: number) => ({
      cycle,
      status: 'supported',
      eol,
      days_until_eol: days,
      extended_support_until: null,
      latest: null,
      lts: false,
    });
    const lts = { ...target('3', '2028-06-01', 559), extended_support_until: '2031-06-01', latest: '3.7.1' };

    expect(upgradeOf(acme, one, TODAY)).toStrictEqual({
      nearest: { ...lts, lts: '2025-12-01' },
      recommended: { ...lts, lts: '2025-12-01' },
      newest: target('4', '2029-06-01', 924),
      complete: true,
    });
    expect(upgradeOf(acme, one, TODAY, { complete: false })).toMatchObject({ complete: false });
  });

  it('counts the days that a caller demands where they are more than 180, as far as any cycle has as many', () => {
    const steps = (clearDays: number) => {
      const { nearest, recommended, newest } = upgradeOf(acme, one, TODAY, { clearDays })!;
      return [nearest, recommended, newest].map((target) => target?.cycle ?? null);
    };

    expect(steps(90)).toEqual(['3', '3', '4']);
    expect(steps(559)).toEqual(['3', '3', '4']);
    expect(steps(560)).toEqual(['4', null, '4']);
    expect(steps(3651)).toEqual(['2', '3', '4']);
    expect(upgradeOf(acme, three, TODAY)).toBeUndefined();
    expect(upgradeOf(acme, three, TODAY, { clearDays: 560 })).toMatchObject({ nearest: { cycle: '4' } });
  });

  it('is found again on another day, and never mixed up between questions', () => {
    const asked = () => [
      upgradeOf(acme, two, '2026-09-02')?.nearest?.cycle,
      upgradeOf(acme, two, '2026-09-03')?.nearest?.cycle,
      upgradeOf(acme, two, '2026-09-02', { clearDays: 1000 })?.nearest?.cycle,
    ];

    expect(asked()).toEqual([undefined, '3', '4']);
    expect(asked()).toEqual([undefined, '3', '4']);
    expect(upgradeOf(acme, two, TODAY)).toBe(upgradeOf(acme, two, TODAY));
  });
});

describe('the candidates of an upgrade', () => {
  it('are all newer cycles that are out and have not ended, the smallest step first', () => {
    const names = (from: (typeof cycles)[number], today: string) =>
      upgradeCandidates(acme, from, today).map(({ name }) => name);

    expect(names(one, TODAY)).toEqual(['2', '3', '4']);
    expect(names(one, '2026-05-31')).toEqual(['2', '3']);
    expect(names(one, '2027-03-02')).toEqual(['3', '4']);
    expect(names(four, TODAY)).toEqual([]);
  });
});

describe('the advice on a product', () => {
  const advice = (today: string) => {
    const { recommended, newest } = productAdvice(acme, today);
    return [recommended?.name, newest?.name];
  };

  it('is its long-term cycle that is supported longest, and its newest one', () => {
    expect(advice(TODAY)).toEqual(['3', '4']);
    expect(advice('2025-12-01')).toEqual([undefined, '3']);
    expect(advice('2028-05-01')).toEqual([undefined, '4']);
    expect(advice('2030-01-01')).toEqual([undefined, undefined]);
  });

  it('names no newest cycle among names that have no order', () => {
    const runtimes = indexProduct(
      makeProduct('lambda', [
        makeCycle('python3.14', { releaseDate: '2025-11-01', eolFrom: '2030-01-01' }),
        makeCycle('java25', { releaseDate: '2025-11-01', eolFrom: '2030-01-01' }),
      ]),
    );

    expect(productAdvice(runtimes, TODAY)).toEqual({ recommended: null, newest: null });
  });
});

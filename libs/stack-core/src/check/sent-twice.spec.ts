import * as fc from 'fast-check';
import { FAILURES } from '../policy';
import { makeCycle, makeFlaw, makeKev, makePackaged, makeSources, makeStack } from '../testing/make-stack';
import { checkAndPlan } from '../plan/check-and-plan';
import type { StackCheck } from './judge';
import { LEVELS } from './reason';

const TODAY = '2026-11-20';
const latest = (name: string) => ({ latest: { name, date: null, link: null } });
const sources = makeSources({
  products: [
    makePackaged(
      'acme',
      [
        makeCycle('3', { ...latest('3.1.4'), eolFrom: '2029-01-01' }),
        makeCycle('2', { ...latest('2.9.9'), eolFrom: '2026-12-20' }),
        makeCycle('1', { ...latest('1.0.9'), eolFrom: '2024-01-01' }),
      ],
      ['pkg:npm/acme', 'pkg:pypi/acme'],
    ),
    makePackaged('module', [makeCycle('1', { ...latest('1.4.0') })], ['pkg:golang/acme.org/module']),
    makePackaged('plain', [makeCycle('1', { ...latest('1.0.0'), eolFrom: '2024-01-01' })], []),
  ],
  kev: [makeKev('CVE-2026-0001', '2026-11-25')],
  packages: {
    'pkg:npm/acme@1.0.0': [
      makeFlaw('GHSA-a', { fixed: '2.0.0' }),
      makeFlaw('GHSA-b', { ids: ['CVE-2026-0001', 'GHSA-b'], fixed: '1.0.5', severity: 'low' }),
    ],
    'pkg:pypi/acme@1': [
      makeFlaw('GHSA-a', { fixed: '2.0.0' }),
      makeFlaw('PYSEC-1', { fixed: '3.1.0', severity: null }),
    ],
    'pkg:golang/acme.org/module@1.0.0': [makeFlaw('GO-1', { fixed: '1.3.0' })],
  },
});

const COMPONENTS = [
  ...['1.0.0', '1.0.9', '2.9.9', '3.1.4', '4.0.0'].map((version) => ({
    item: { product: 'acme', version },
    purls: [`pkg:npm/acme@${version}`, `pkg:pypi/acme@${version}`],
  })),
  { item: { product: 'module', version: '1.2.0' }, purls: ['pkg:golang/acme.org/module@v1.2.0'] },
];
const anyPolicy = fc.record({
  eol_within_days: fc.constantFrom(0, 30, 90),
  fail_on: fc.subarray([...FAILURES.filter((failure) => failure !== 'epss')]),
});
const check = (lists: object, policy = {}) => checkAndPlan(makeStack(lists, policy), sources, TODAY);
const said = ({ reasons }: StackCheck) =>
  reasons.map(({ level, code, id, text }) => JSON.stringify([level, code, id, text]));
const distinct = (entries: readonly string[]) => [...new Set(entries)].sort();

describe('a component that is sent as an item and as packages', () => {
  it('has every reason once, with the places of both, and the worse verdict (property)', () => {
    fc.assert(
      fc.property(fc.subarray(COMPONENTS, { minLength: 1 }), anyPolicy, (components, policy) => {
        const items = components.map(({ item }) => item);
        const packages = components.flatMap(({ purls }) => purls);
        const [both, asItems, asPackages] = [
          check({ items, packages }, policy),
          check({ items }, policy),
          check({ packages }, policy),
        ];

        expect(distinct(said(both))).toEqual(distinct([...said(asItems), ...said(asPackages)]));
        expect(said(asPackages)).toEqual(said(asItems));
        expect(both.verdict).toBe(asItems.verdict);
        expect(both.verdict).toBe(asPackages.verdict);
        for (const { refs } of both.reasons) {
          expect(refs.some((ref) => ref.startsWith('items/'))).toBe(true);
          expect(refs.some((ref) => ref.startsWith('packages/'))).toBe(true);
        }
        expect(both.reasons.map(({ level }) => LEVELS.indexOf(level))).toEqual(
          both.reasons.map(({ level }) => LEVELS.indexOf(level)).sort((a, b) => a - b),
        );
      }),
    );
  });

  it('is counted once (property)', () => {
    fc.assert(
      fc.property(fc.subarray(COMPONENTS, { minLength: 1 }), (components) => {
        const items = components.map(({ item }) => item);
        const packages = components.flatMap(({ purls }) => purls);
        const counts = (lists: object) => {
          const { critical, high, medium, low, unscored, in_kev } = check(lists).summary.packages;
          return { critical, high, medium, low, unscored, in_kev };
        };

        expect(counts({ items, packages })).toEqual(counts({ packages }));
        expect(counts({ items })).toEqual(counts({ packages }));
        expect(counts({ items: [...items, ...items], packages: [...packages, ...packages] })).toEqual(
          counts({ packages }),
        );
        const { summary } = check({ items, packages });
        expect([summary.packages.eol, summary.packages.vulnerable_items]).toEqual([0, 0]);
      }),
    );
  });

  it('is one advice', () => {
    const [{ item, purls }] = COMPONENTS as [(typeof COMPONENTS)[number]];
    const { reasons } = check({ items: [item], packages: purls });

    expect(reasons.map(({ code, refs, text }) => [code, refs, text])).toEqual([
      [
        'kev',
        ['items/0', 'packages/0'],
        'acme 1.0.0: GHSA-b is CVE-2026-0001, which is known to be exploited; remedy is due on 2026-11-25',
      ],
      ['vulnerable', ['items/0', 'packages/0'], 'acme 1.0.0: one vulnerability: GHSA-a, high; safe from 2.0.0'],
      ['vulnerable', ['items/0', 'packages/1'], 'acme 1.0.0: one vulnerability: GHSA-a, high; safe from 3.1.0'],
      ['eol', ['items/0', 'packages/0', 'packages/1'], 'Acme 1: past its end of life since 2024-01-01; move to 3'],
      expect.arrayContaining(['unscored']),
      expect.arrayContaining(['vulnerable_below']),
    ]);
  });

  it('goes to one release as an item, which is safe as all of its packages', () => {
    const { plan } = check({ items: [{ product: 'acme', version: '1.0.0' }] });

    expect(plan.steps.map(({ from, to, remains }) => [from, to, remains])).toEqual([['1.0.0', '3.1.0', []]]);
    expect([plan.verdict_after, plan.left]).toEqual(['pass', []]);
  });

  it('says of a product that is no package what it said before', () => {
    const { items, reasons } = check({ items: [{ product: 'plain', version: '1.0.0' }] });

    expect(items!.results[0]).not.toHaveProperty('packages');
    expect(reasons.map(({ code }) => code)).toEqual(['eol']);
  });
});

import * as fc from 'fast-check';
import type { Policy } from '../policy';
import { FAILURES, UNLISTED } from '../policy';
import type { StackLists } from '../stack';
import { makeCycle, makeFlaw, makeKev, makeProduct, makeSources, makeStack, type Harness } from '../testing/make-stack';
import { applySteps, planFault } from '../testing/plan-fault';
import { harness as sample, TODAY } from '../testing/sample-harness';
import { checkAndPlan } from './check-and-plan';

const harness: Harness = {
  products: [
    ...sample.products!,
    makeProduct(
      'ruby',
      ['3.9', '3.8', '3.7', '3.6', '3.5'].map((name, n) => makeCycle(name, { eolFrom: `202${9 - n}-01-15` })),
    ),
    makeProduct('twice', [
      makeCycle('3', { eolFrom: '2029-04-30' }),
      makeCycle('2', { eolFrom: '2027-03-01' }),
      makeCycle('1', { eolFrom: '2026-01-10' }),
    ]),
    makeProduct('phone', [
      makeCycle('a3-5g', { eolFrom: '2029-04-30' }),
      makeCycle('a2', { eolFrom: '2026-12-10' }),
      makeCycle('a1-duos', { eolFrom: '2026-01-10' }),
    ]),
    makeProduct('soon', [
      makeCycle('3', { eolFrom: '2027-01-10' }),
      makeCycle('2', { eolFrom: '2026-12-10' }),
      makeCycle('1', { eolFrom: '2026-01-10' }),
    ]),
  ],
  kev: [...sample.kev!, makeKev('CVE-2026-0002', '2026-12-01')],
  packages: {
    ...sample.packages,
    'pkg:npm/partly@1.0.0': [
      makeFlaw('GHSA-1', { fixed: '1.1.0' }),
      makeFlaw('GHSA-2', { fixed: '1.2.0', severity: 'low' }),
      makeFlaw('GHSA-3', { fixed: null }),
    ],
    'pkg:npm/exploited@1.0.0': [
      makeFlaw('GHSA-4', { ids: ['CVE-2026-0002', 'GHSA-4'], fixed: '1.5.0' }),
      makeFlaw('GHSA-5', { fixed: null, severity: 'low' }),
    ],
    'pkg:deb/debian/y@1': [makeFlaw('DSA-2', { fixed: null, release: '12' })],
    'pkg:npm/hopeless@1.0.0': [makeFlaw('GHSA-6', { fixed: null })],
  },
  similar: sample.similar!,
};
const sources = makeSources(harness);
const check = (lists: Partial<StackLists>, policy: Partial<Policy> = {}) =>
  checkAndPlan(makeStack(lists, policy), sources, TODAY);
const items = (...names: readonly string[]) =>
  names.map((name) => {
    const [product = '', version = ''] = name.split('@');
    return { product, version };
  });

describe('a plan', () => {
  it('moves what is exploited, then what has ended and ends, then what is vulnerable, each with what it clears', () => {
    const { plan, verdict } = check({
      items: items('soon@2', 'python@3.8'),
      packages: ['pkg:npm/high@1.0.0', 'pkg:npm/exploited@1.0.0', 'pkg:maven/a/log4j@2'],
    });

    expect(verdict).toBe('fail');
    expect(plan.steps.map(({ ref, component, from, to, size }) => [ref, component, from, to, size])).toEqual([
      ['packages/2', 'a:log4j', '2', '9.9.9', 'major'],
      ['packages/1', 'exploited', '1.0.0', '1.5.0', 'minor'],
      ['items/1', 'Python', '3.8', '3.12', 'minor'],
      ['packages/0', 'high', '1.0.0', '9.9.9', 'major'],
    ]);
    expect(plan.steps[1]).toEqual({
      ref: 'packages/1',
      refs: ['packages/1'],
      component: 'exploited',
      from: '1.0.0',
      to: '1.5.0',
      kind: 'package',
      size: 'minor',
      clears: ['kev:pkg:npm/exploited:CVE-2026-0002', 'vulnerable:pkg:npm/exploited'],
      remains: ['vulnerable_below:pkg:npm/exploited:unfixed'],
      why: 'GHSA-4 is CVE-2026-0002, which is known to be exploited; remedy is due on 2026-12-01; 1.5.0 clears this and 1 more, 1 reason remains',
    });
    expect([plan.verdict_after, plan.further_steps, plan.complete]).toEqual(['warn', 0, true]);
    expect(plan.left.map(({ key, advice }) => [key, advice])).toEqual([
      [
        'vulnerable_below:pkg:npm/exploited:unfixed',
        'no version is known that clears it: replace or remove the package, or make sure that what it concerns is not used',
      ],
      ['eol_soon:soon', 'move to a release of 3'],
    ]);
  });

  it('is one move for what was sent twice', () => {
    const lists = { items: items('python@3.8', 'ruby@3.9', 'python@3.8.20'), packages: [] };
    const { plan } = check(lists);

    expect(plan.steps.map(({ refs, to }) => [refs, to])).toEqual([[['items/0', 'items/2'], '3.12']]);
    expect(applySteps(makeStack(lists), plan.steps).items).toEqual(items('python@3.12', 'ruby@3.9', 'python@3.12'));
  });

  it('moves an image to a whole reference of the same flavour', () => {
    const { plan } = check({ images: ['python:3.8-slim-bookworm', 'python:3.8-alpine'] });

    expect(
      plan.steps.map(({ ref, component, from, to, kind, size }) => [ref, component, from, to, kind, size]),
    ).toEqual([
      ['images/0', 'python', 'python:3.8-slim-bookworm', 'python:3.12-slim-bookworm', 'image', 'minor'],
      ['images/1', 'python', 'python:3.8-alpine', 'python:3.12-alpine', 'image', 'minor'],
    ]);
    expect(plan.steps.map(({ clears, remains }) => [clears, remains])).toEqual([
      [['eol:python:python'], []],
      [['eol:python:python'], ['unpinned:python:alpine-linux']],
    ]);
  });

  it('says what lasts longer where that is what the reasons advise', () => {
    const { plan, reasons } = check({ items: items('twice@1'), images: ['python:3.8-slim-bookworm'] });

    expect(reasons[0]!.text).toBe('Twice 1: past its end of life since 2026-01-10; move to 3');
    expect(plan.steps.map(({ to, why }) => `${to}: ${why}`)).toEqual([
      'python:3.12-slim-bookworm: past its end of life since 2024-10-07; python:3.12-slim-bookworm clears this, nothing else stands against it; whether its tag exists was not looked up',
      '2: past its end of life since 2026-01-10; 2 clears this, nothing else stands against it; it is the smallest such move and lasts until 2027-03-01, 3 lasts until 2029-04-30',
    ]);
  });

  it('goes on where what is newer than one edition still ends, and something else is newer than that', () => {
    const { plan } = check({ items: items('phone@a1-duos') });

    expect(plan.steps.map(({ to }) => to)).toEqual(['a3-5g']);
    expect([plan.verdict_after, plan.left]).toEqual(['pass', []]);
  });

  it('has ten steps at most, and what further ones clear is left', () => {
    const products = Array.from({ length: 12 }, (_, n) =>
      makeProduct(`p${n}`, [makeCycle('2'), makeCycle('1', { eolFrom: `2024-01-${10 + n}` })]),
    );
    const stack = makeStack({ items: products.map(({ id: product }) => ({ product, version: '1' })) });
    const { plan } = checkAndPlan(stack, makeSources({ products }), TODAY);

    expect([plan.steps.length, plan.further_steps, plan.verdict_after]).toEqual([10, 2, 'fail']);
    expect(plan.left.map(({ key, advice }) => [key, advice])).toEqual([
      ['eol:p10', 'a further step clears it: move P10 to 2'],
      ['eol:p11', 'a further step clears it: move P11 to 2'],
    ]);
  });

  it('says of each reason that a further step clears it', () => {
    const purls = Array.from({ length: 11 }, (_, n) => `pkg:npm/p${n}@1.0.0`);
    const flaws = [makeFlaw('GHSA-a', { ids: ['CVE-2026-0001', 'GHSA-a'] }), makeFlaw('GHSA-b', { severity: 'low' })];
    const packages = Object.fromEntries(purls.map((purl) => [purl, flaws]));
    const { plan } = checkAndPlan(
      makeStack({ packages: purls }),
      makeSources({ packages, kev: [makeKev('CVE-2026-0001', '2026-12-01')] }),
      TODAY,
    );

    expect(plan.left.map(({ code, advice }) => [code, advice])).toEqual(
      ['kev', 'vulnerable', 'vulnerable_below'].map((code) => [code, 'a further step clears it: move p10 to 9.9.9']),
    );
  });

  it('is empty where nothing can be moved, and says what else would do', () => {
    const { plan, reasons } = check({
      items: items('last@1', 'pyhton@3', 'limited@2'),
      images: [`python:3.8-bookworm@sha256:${'a'.repeat(64)}`, 'python:3.12-alpine', 'acme/anvil:1'],
      cves: ['CVE-2021-44228'],
      packages: [
        'pkg:npm/bad@1.0.0',
        'pkg:npm/hopeless@1.0.0',
        'pkg:npm/none',
        'pkg:deb/debian/y@1',
        'pkg:npm/claen@1.0.0',
      ],
    });

    expect(plan.steps).toEqual([]);
    expect(plan.left.map(({ key, advice }) => `${key}: ${advice}`)).toEqual([
      'malware:pkg:npm/bad: remove it',
      'kev:CVE-2021-44228: look for Acme Anvil in what you run, and send it as an item, image or package to hear where to move to',
      'vulnerable:pkg:npm/hopeless:unfixed: no version is known that clears it: replace or remove the package, or make sure that what it concerns is not used',
      'eol:last: no newer cycle that lasts longer is known: replace it',
      'eol:python:python: choose a tag that holds Python 3.12',
      'distro_unknown:pkg:deb/debian/y:unfixed: it depends on the release of the distribution: name it in the distro qualifier of the purl',
      'unresolved_package:pkg:npm/none: name its version',
      'unknown_image:acme/anvil:1: name an image of a known product, or send what it holds as items',
      'unknown_item:pyhton: name it as it is listed: python',
      'unlisted_package:pkg:npm/claen: make sure that it is spelt as meant and that it exists',
      'unpinned:python:alpine-linux: choose a tag that names the version',
      'security_only:limited: nothing has to be done yet',
    ]);
    expect(plan.left.map(({ advice: _advice, ...reason }) => reason)).toEqual(reasons);
  });
});

const anyLists = fc.record({
  items: fc.array(
    fc.constantFrom(
      ...items('python@3.13', 'python@3.11', 'python@3.8', 'python@3.8.2', 'python@99', 'limited@1', 'last@1'),
      ...items('ruby@3.5', 'ruby@3.6', 'ruby@3.7', 'soon@1', 'soon@2', 'soon@3', 'pyhton@1', 'phone@a1-duos'),
    ),
    { maxLength: 6 },
  ),
  images: fc.subarray([
    ...['python:3.12-bookworm', 'python:3', 'python:3.8-alpine', 'python:3.8.2-slim-bookworm', 'python:3.11'],
    ...['python:3.8-alpine3.19', 'python:3.11-alpine3.20@sha256:' + 'a'.repeat(64), 'acme/anvil:1', 'nope !'],
  ]),
  cves: fc.subarray(['CVE-2021-44228', 'CVE-2026-0001', 'CVE-2023-45857']),
  packages: fc.array(
    fc.constantFrom(...Object.keys(harness.packages!), 'pkg:npm/claen@1.0.0', 'pkg:npm/partly@1.1.0'),
    {
      maxLength: 6,
    },
  ),
});
const anyPolicy = fc.record(
  {
    eol_within_days: fc.constantFrom(0, 30, 90, 400, 3650),
    min_severity: fc.constantFrom('low' as const, 'medium' as const, 'high' as const, 'critical' as const),
    fail_on: fc.subarray(FAILURES.filter((failure) => failure !== 'epss')),
    unlisted: fc.constantFrom(...UNLISTED),
    epss_min: fc.constantFrom(0, 0.5, 1),
    as_of: fc.constantFrom('2026-12-25', '2028-09-01', '2031-01-01'),
  },
  { requiredKeys: ['eol_within_days', 'min_severity', 'fail_on'] },
);

describe('every plan (property)', () => {
  it('leaves exactly what it says, makes nothing worse, and neither a smaller nor a further move does as much', () => {
    const scored = makeSources({ ...harness, epss: { 'CVE-2021-44228': 0.9, 'CVE-2026-0002': 0.3 } });
    const { epss: _none, ...unscored } = sources;
    fc.assert(
      fc.property(anyLists, anyPolicy, fc.constantFrom(sources, scored, unscored), (lists, policy, over) => {
        expect(planFault(makeStack(lists, policy), over, TODAY)).toBeUndefined();
      }),
      { numRuns: process.env['CAMPAIGN'] === 'full' ? 400 : 40 },
    );
  });

  it('is the same of every run', () => {
    fc.assert(
      fc.property(anyLists, (lists) => {
        expect(JSON.stringify(check(lists).plan)).toBe(JSON.stringify(check(lists).plan));
      }),
      { numRuns: process.env['CAMPAIGN'] === 'full' ? 50 : 15 },
    );
  });
});

/** Packages of random advisories, where a version that clears one thing may bring another. */
const anyFlaws = fc
  .array(
    fc.record({
      fixed: fc.constantFrom(null, '1.1.0', '1.2.0', '1.3.0', '2.0.0'),
      from: fc.constantFrom('0', '0', '0', '1.1.0', '1.2.0'),
      severity: fc.constantFrom(null, 'low' as const, 'medium' as const, 'high' as const, 'critical' as const),
      exploited: fc.nat({ max: 5 }).map((n) => n === 0),
      malware: fc.nat({ max: 25 }).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((flaws) =>
    flaws.map(({ exploited, malware, ...flaw }, n) =>
      makeFlaw(`${malware ? 'MAL' : 'GHSA'}-${n}`, {
        ...flaw,
        kind: malware ? 'malware' : 'vulnerability',
        ids:
          exploited && n < 3 ? [`GHSA-${n}`, ['CVE-2021-44228', 'CVE-2026-0001', 'CVE-2026-0002'][n]!] : [`GHSA-${n}`],
      }),
    ),
  );

it('holds of packages whose versions bring new vulnerabilities (property)', () => {
  fc.assert(
    fc.property(anyFlaws, anyFlaws, anyPolicy, (one, other, policy) => {
      const packages = { 'pkg:npm/one@1.0.0': one, 'pkg:npm/other@1.1.0': other };
      const stack = makeStack({ packages: Object.keys(packages) }, policy);

      expect(planFault(stack, makeSources({ ...harness, packages }), TODAY)).toBeUndefined();
    }),
    { numRuns: process.env['CAMPAIGN'] === 'full' ? 800 : 80 },
  );
});

import * as fc from 'fast-check';
import type { Policy } from '../policy';
import { makeCycle, makeFlaw, makeKev, makeProduct, makeScores, makeSources, makeStack } from '../testing/make-stack';
import { checkAndPlan, type PlanSources } from '../plan/check-and-plan';
import type { StackCheck } from './judge';

const TODAY = '2026-11-20';
const PURL = 'pkg:npm/lodash@4.17.20';
const CVES = ['CVE-2026-0001', 'CVE-2026-0002', 'CVE-2026-0003', 'CVE-2026-0004'];
const [A, B, C, D] = CVES as [string, string, string, string];

const FLAWS = [
  makeFlaw('GHSA-a', { ids: ['GHSA-a', A, B], severity: 'low' }),
  makeFlaw('GHSA-c', { ids: ['GHSA-c', C], severity: 'low' }),
  makeFlaw('GHSA-none', { severity: 'low' }),
];
const SCORES = { [A]: 0.2, [B]: 0.7, [C]: 0.4, [D]: 0.9 };

const sources = makeSources({ packages: { [PURL]: FLAWS }, kev: [makeKev(D, '2026-12-01')], epss: SCORES });

function check(policy: Partial<Policy>, changed: Partial<PlanSources> = {}, cves: readonly string[] = []): StackCheck {
  return checkAndPlan(makeStack({ cves, packages: [PURL] }, policy), { ...sources, ...changed }, TODAY);
}

const saidOf = ({ reasons }: StackCheck, ...codes: readonly string[]) =>
  reasons.filter(({ code }) => codes.includes(code)).map(({ level, ref, id, text }) => ({ level, ref, id, text }));

describe('a threshold of scores', () => {
  it('is a reason of its own, with the CVE and its score', () => {
    const said = check({ epss_min: 0.4 }, {}, [D, A]);

    expect(saidOf(said, 'epss')).toEqual([
      {
        level: 'fail',
        ref: 'cves/0',
        id: D,
        text: `${D}: likely to be exploited within 30 days: its EPSS score of 0.9 is at or above 0.4`,
      },
      {
        level: 'fail',
        ref: 'packages/0',
        id: B,
        text: `lodash 4.17.20: likely to be exploited within 30 days: the EPSS score of GHSA-a (${B}) is 0.7, the highest of 2, at or above 0.4`,
      },
    ]);
    expect(said.verdict).toBe('fail');
    expect(said.cves?.results.map(({ epss }) => epss?.score)).toEqual([0.9, 0.2]);
  });

  it('of zero calls nothing likely: every score is at or above it', () => {
    expect(saidOf(check({ epss_min: 0 }, {}, [D]), 'epss').map(({ text }) => text)).toEqual([
      `${D}: its EPSS score of 0.9 is at or above 0`,
      expect.stringMatching(/^lodash 4\.17\.20: the EPSS score of GHSA-a .* at or above 0$/) as string,
    ]);
  });

  it.each<[Partial<Policy>, string]>([
    [{ epss_min: 0.7 }, 'fail'],
    [{ epss_min: 0.7, fail_on: ['epss'] }, 'fail'],
    [{ epss_min: 0.7, fail_on: ['eol', 'kev'] }, 'warn'],
    [{ epss_min: 0.71 }, 'warn'],
  ])('by the policy %j makes it %s', (policy, verdict) => {
    expect(check(policy).verdict).toBe(verdict);
  });

  it('that was not sent is not spoken of, whatever scores there are', () => {
    const said = check({});

    expect(JSON.stringify(said)).not.toContain('epss');
    expect(said).toEqual(check({}, { epss: undefined }));
  });

  it('of a release that was not named is doubt', () => {
    const debian = 'pkg:deb/debian/openssl@1.1.1';
    const flaw = makeFlaw('DSA-1', { ids: ['DSA-1', D], severity: 'low', release: '12' });
    const stack = makeStack({ packages: [debian] }, { epss_min: 0.5 });
    const said = checkAndPlan(stack, makeSources({ packages: { [debian]: [flaw] }, epss: SCORES }), TODAY);

    expect([said.verdict, saidOf(said, 'epss')]).toEqual(['unknown', []]);
    expect(saidOf(said, 'distro_unknown').map(({ id, level }) => [id, level])).toContainEqual([D, 'unknown']);
  });
});

it('an exploited flaw of a release that was not named is doubt', () => {
  const debian = 'pkg:deb/debian/openssl@1.1.1';
  const flaw = makeFlaw('DSA-1', { ids: ['DSA-1', D], severity: 'low', release: '12' });
  const exploited = makeSources({ packages: { [debian]: [flaw] }, kev: [makeKev(D, '2026-12-01')] });
  const said = checkAndPlan(makeStack({ packages: [debian] }), exploited, TODAY);

  expect([said.verdict, saidOf(said, 'kev')]).toEqual(['unknown', []]);
  expect(saidOf(said, 'distro_unknown').map(({ id, level }) => [id, level])).toContainEqual([D, 'unknown']);
  expect(saidOf(said, 'distro_unknown')[0]!.text).toMatch(/is known to be exploited.*; it depends on the release/);
});

describe('scores that are not at hand', () => {
  it('are doubt about each CVE and each package with one', () => {
    const said = check({ epss_min: 0.95 }, { epss: undefined }, [A]);

    expect(saidOf(said, 'epss_unknown')).toEqual([
      {
        level: 'unknown',
        ref: 'cves/0',
        id: A,
        text: `${A}: whether exploitation is likely is not known: no EPSS scores are available now`,
      },
      {
        level: 'unknown',
        ref: 'packages/0',
        id: 'GHSA-a',
        text: 'lodash 4.17.20: whether exploitation is likely is not known: no EPSS scores are available now',
      },
    ]);
    expect(said.verdict).toBe('unknown');
  });

  it('never let a stack pass, not even one in which nothing has a CVE', () => {
    const clean = 'pkg:npm/clean@9.9.9';
    const harness = {
      products: [makeProduct('php', [makeCycle('8.4')])],
      packages: { [clean]: [makeFlaw('GHSA-x', { fixed: '1.0.0' })] },
    };
    for (const [ref, component, lists] of [
      ['packages/0', clean, { packages: [clean] }],
      ['items/0', 'php 8.4', { items: [{ product: 'php', version: '8.4' }] }],
    ] as const) {
      const without = { ...makeSources(harness), epss: undefined };

      expect(checkAndPlan(makeStack(lists), without, TODAY).verdict).toBe('pass');
      expect(checkAndPlan(makeStack(lists, { epss_min: 0.5 }), makeSources(harness), TODAY).verdict).toBe('pass');
      const said = checkAndPlan(makeStack(lists, { epss_min: 0.5 }), without, TODAY);
      expect([said.verdict, said.reasons.map(({ code }) => code)]).toEqual(['unknown', ['epss_unknown']]);
      expect(said.reasons).toMatchObject([{ ref, text: expect.stringMatching(new RegExp(`^${component}: `)) }]);
      const warned = checkAndPlan(makeStack(lists, { epss_min: 0.5, fail_on: ['eol'] }), without, TODAY);
      expect(warned.verdict).toBe('warn');
    }
  });

  it('of a selection are doubt about what it does not hold, unless another score reaches the threshold', () => {
    const some = { epss: makeScores({ [B]: 0.7, [C]: 0.4 }, 'v1', false) };

    expect(saidOf(check({ epss_min: 0.7 }, some), 'epss', 'epss_unknown').map(({ id }) => id)).toEqual([B]);
    expect(saidOf(check({ epss_min: 0.8 }, some), 'epss_unknown').map(({ id }) => id)).toEqual(['GHSA-a']);
  });
});

describe('for every threshold and all scores (property)', () => {
  const score = fc.integer({ min: 0, max: 20 }).map((n) => n / 20);
  const scores = fc.dictionary(fc.constantFrom(...CVES), score);

  it('a reason is given exactly where the highest score reaches it, and nothing else of the answer changes', () => {
    fc.assert(
      fc.property(scores, score, (of, least) => {
        const epss = { epss: makeScores(of) };
        const policy = { fail_on: ['eol', 'kev', 'vulnerable', 'malware'] as const };
        const said = check({ ...policy, epss_min: least }, epss, CVES);
        const plain = check(policy, epss, CVES);

        const reached = (ids: readonly string[]) => ids.some((id) => (of[id] ?? -1) >= least);
        expect(saidOf(said, 'epss').map(({ ref }) => ref)).toEqual([
          ...CVES.flatMap((cve, at) => (reached([cve]) ? [`cves/${at}`] : [])),
          ...(reached([A, B, C]) ? ['packages/0'] : []),
        ]);
        const rest = { ...said, reasons: said.reasons.filter(({ code }) => code !== 'epss'), plan: plain.plan };
        const text = JSON.stringify(rest, (name, value: unknown) => (name === 'epss' ? undefined : value));
        expect(text).toBe(JSON.stringify(plain));
      }),
    );
  });

  it('a higher one never gives more reasons', () => {
    fc.assert(
      fc.property(scores, score, score, (of, one, other) => {
        const refsAt = (epss_min: number) =>
          saidOf(check({ epss_min }, { epss: makeScores(of) }, CVES), 'epss').map(({ ref }) => ref);

        const lower = refsAt(Math.min(one, other));
        expect(refsAt(Math.max(one, other)).filter((ref) => !lower.includes(ref))).toEqual([]);
      }),
    );
  });
});

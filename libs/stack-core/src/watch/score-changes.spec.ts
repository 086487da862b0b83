import type { EpssIndex } from '@stackcheck/epss-core';
import * as fc from 'fast-check';
import { nodeSealing } from '../node';
import { checkAndPlan } from '../plan/check-and-plan';
import { makeFlaw, makeScores, makeSources, makeStack } from '../testing/make-stack';
import { openToken } from '../token/open-token';
import { toBaseline } from './baseline';
import { continueWatch, startWatch, type WatchFacts, type WatchOutcome, type WatchReport } from './watch';

const START = Date.parse('2026-11-20T08:00:00Z');
const TODAY = '2026-11-20';
const SECRET = { id: 'k1', secret: new Uint8Array(32).fill(7) };
const PURL = 'pkg:npm/lodash@4.17.20';
const [A, B, C] = ['CVE-2026-0001', 'CVE-2026-0002', 'CVE-2026-0003'] as const;
const FLAWS = [
  makeFlaw('GHSA-a', { ids: ['GHSA-a', A, B], severity: 'low' }),
  makeFlaw('GHSA-c', { ids: ['GHSA-c', C], severity: 'low' }),
];
const harness = { packages: { [PURL]: FLAWS } };

function factsOf(epss: EpssIndex | undefined): WatchFacts {
  const epssModel = epss?.complete ? epss.facts.modelVersion : null;
  return {
    nowMs: START,
    snapshotIds: [],
    refreshes: [],
    secret: SECRET,
    nonce: new Uint8Array(12),
    sealing: nodeSealing,
    epssModel,
  };
}

function reportOf(outcome: WatchOutcome): WatchReport {
  if (outcome.kind !== 'report') throw new Error(outcome.message);
  return outcome.report;
}

/** The reports of a watch whose scores are these, one after the other; its tokens are sealed and opened. */
function watch(epssMin: number | undefined, ...scores: readonly (EpssIndex | undefined)[]): readonly WatchReport[] {
  const policy = epssMin === undefined ? {} : { epss_min: epssMin };
  let stack = makeStack({ cves: [A], packages: [PURL] }, policy);
  const reports: WatchReport[] = [];
  for (const epss of scores) {
    const token = reports.at(-1)?.watch.token;
    const opened = token === undefined ? undefined : openToken(token, [SECRET], START, nodeSealing);
    if (opened?.kind === 'state') ({ stack } = opened.state);
    const check = checkAndPlan(stack, { ...makeSources(harness), epss }, TODAY);
    const outcome =
      opened?.kind === 'state'
        ? continueWatch(stack, check, toBaseline(opened.state), () => [], factsOf(epss))
        : startWatch(stack, check, factsOf(epss));
    reports.push(reportOf(outcome));
  }
  return reports;
}

const changesOf = (...args: Parameters<typeof watch>) =>
  watch(...args)
    .at(-1)!
    .changes.map(({ type, ref, id }) => `${type} ${ref} ${id}`);

describe('what goes over the threshold of scores', () => {
  const low = makeScores({ [A]: 0.1, [B]: 0.2, [C]: 0.9 });
  const high = makeScores({ [A]: 0.1, [B]: 0.5, [C]: 0.95 });

  it('is reported with its score, up and down, and what stays on its side is not', () => {
    const [, up, down] = watch(0.5, low, high, low) as readonly [WatchReport, WatchReport, WatchReport];

    const epss = { cve: B, score: 0.5, percentile: 0.5, as_of: TODAY };
    expect(up.changes).toEqual([
      { key: expect.any(String) as string, ref: 'packages/0', subject: PURL, id: 'GHSA-a', type: 'epss_above', epss },
    ]);
    expect(down.changes).toMatchObject([{ type: 'epss_below', id: 'GHSA-a', epss: { score: 0.2 } }]);
    expect([up.summary.new, down.summary.resolved]).toEqual([1, 1]);
    expect(up.markdown).toContain('`GHSA-a` is likely to be exploited now: EPSS score 0.5');
  });

  it('is below when it has no score any more', () => {
    expect(watch(0.5, makeScores({ [A]: 0.6 }), makeScores({})).at(-1)!.changes).toMatchObject([
      { type: 'epss_below', ref: 'cves/0', epss: null },
      { type: 'epss_below', ref: 'packages/0', id: 'GHSA-a', epss: null },
    ]);
  });

  it('is nothing where no threshold was sent, and its token is as it was before there were any', () => {
    const [first, next] = watch(undefined, low, high);
    const opened = openToken(first!.watch.token, [SECRET], START, nodeSealing);

    expect(next!.changes).toEqual([]);
    expect(opened.kind === 'state' && Object.keys(opened.state)).not.toContain('scores');
  });

  it('is a change of the model, once, when the scores are of another one', () => {
    const other = makeScores({ [A]: 0.9, [B]: 0.9, [C]: 0.1 }, 'v2');
    const [, changed, after] = watch(0.5, low, other, other);

    expect(changed!.changes).toMatchObject([
      { type: 'epss_model_changed', ref: 'cves/0', subject: 'EPSS model', from: 'v1', to: 'v2' },
    ]);
    expect(after!.changes).toEqual([]);
  });

  it('is compared with the last time that all scores were at hand', () => {
    expect(changesOf(0.5, low, undefined, high)).toEqual(['epss_above packages/0 GHSA-a']);
    expect(changesOf(0.5, low, makeScores({ [B]: 0.5 }, 'v1', false))).toEqual([]);
    expect(changesOf(0.5, undefined, high)).toEqual([]);
  });
});

describe('for every threshold and all scores (property)', () => {
  const score = fc.option(fc.integer({ min: 0, max: 20 }).map((n) => n / 20));
  const scores = fc.record({ [A]: score, [B]: score, [C]: score });
  const indexOf = (of: Readonly<Record<string, number | null>>) =>
    makeScores(
      Object.fromEntries(Object.entries(of).flatMap(([cve, value]) => (value === null ? [] : [[cve, value]]))),
    );

  it('a crossing is reported exactly where the threshold lies between the two scores', () => {
    fc.assert(
      fc.property(scores, scores, fc.integer({ min: 0, max: 20 }), (then, now, twentieths) => {
        const least = twentieths / 20;
        const isAbove = (of: Readonly<Record<string, number | null>>, ...ids: readonly string[]) =>
          ids.some((id) => (of[id] ?? -1) >= least);
        const groups = [
          ['cves/0 null', A],
          ['packages/0 GHSA-a', A, B],
          ['packages/0 GHSA-c', C],
        ] as const;
        const expected = groups.flatMap(([place, ...ids]) => {
          const [before, after] = [isAbove(then, ...ids), isAbove(now, ...ids)];
          return before === after ? [] : [`${after ? 'epss_above' : 'epss_below'} ${place}`];
        });

        expect([...changesOf(least, indexOf(then), indexOf(now))].sort()).toEqual(expected.sort());
      }),
    );
  });
});

import { toCalendarDate } from '@stackcheck/contract/calendar-date';
import { nodeSealing } from '../node';
import { checkAndPlan } from '../plan/check-and-plan';
import { makeCycle, makeFlaw, makeKev, makeProduct, makeSources, makeStack, type Harness } from '../testing/make-stack';
import { openToken } from '../token/open-token';
import { toBaseline } from './baseline';
import { editStack } from './edit-stack';
import { continueWatch, startWatch, type WatchFacts, type WatchOutcome, type WatchReport } from './watch';

const START = Date.parse('2026-11-01T08:00:00Z');
const DAY_MS = 86_400_000;
const SECRET = { id: 'k1', secret: new Uint8Array(32).fill(7) };

function facts(atMs: number): WatchFacts {
  const refreshes = [{ refreshedAtMs: atMs - 3_600_000, cadenceHours: 6 }];
  return {
    nowMs: atMs,
    snapshotIds: ['eol-a', 'osv-b'],
    refreshes,
    secret: SECRET,
    nonce: new Uint8Array(12),
    sealing: nodeSealing,
  };
}

function report(outcome: WatchOutcome): WatchReport {
  if (outcome.kind !== 'report') throw new Error(outcome.message);
  return outcome.report;
}

function start(lists: Parameters<typeof makeStack>[0], harness: Harness): WatchOutcome {
  const stack = makeStack(lists);
  return startWatch(stack, checkAndPlan(stack, makeSources(harness), toCalendarDate(START)), facts(START));
}

function again(token: string, harness: Harness, atMs: number): WatchOutcome {
  const opened = openToken(token, [SECRET], atMs, nodeSealing);
  if (opened.kind !== 'state') throw new Error(opened.kind);
  const { stack } = opened.state;
  const check = checkAndPlan(stack, makeSources(harness), toCalendarDate(atMs));
  return continueWatch(stack, check, toBaseline(opened.state), () => [], facts(atMs));
}

const harness: Harness = {
  products: [makeProduct('python', [makeCycle('3.13'), makeCycle('3.12', { eolFrom: '2026-11-15' })])],
  kev: [makeKev('CVE-2021-44228', '2021-12-24')],
};
const items = { items: [{ product: 'python', version: '3.12' }] };
const flaws = (count: number) => Array.from({ length: count }, (_, n) => makeFlaw(`GHSA-${n}`));

describe('a watch', () => {
  it('starts with a baseline and no changes', () => {
    expect(report(start(items, harness))).toEqual({
      changed: false,
      first: true,
      since: null,
      verdict: 'warn',
      previous_verdict: null,
      reasons: [expect.objectContaining({ code: 'eol_soon', ref: 'items/0' })],
      plan: expect.objectContaining({ verdict_after: 'pass', left: [] }),
      next_deadline: { date: '2026-11-15', kind: 'eol', ref: 'items/0', days: 14 },
      summary: expect.objectContaining({ new: 0, resolved: 0, changed: 0 }),
      changes: [],
      edits: null,
      markdown: expect.stringMatching(
        /^\*\*Stack check: warn\*\*, 1 reason\n\nWhat to do first:\n\n1\. `Python` `3\.12`/,
      ),
      watch: {
        token: expect.stringMatching(/^w1\.k1\./),
        issued_at: '2026-11-01T08:00:00.000Z',
        expires_at: '2027-04-30T08:00:00.000Z',
        token_length: expect.any(Number),
        checks: 1,
        next_check_after: '2026-11-01T13:00:00.000Z',
        stack: makeStack(items),
      },
    });
  });

  it('reports later what changed since, and slides its end', () => {
    const { token } = report(start(items, harness)).watch;

    const later = report(again(token, harness, START + 19 * DAY_MS));

    expect(later).toMatchObject({
      changed: true,
      first: false,
      since: '2026-11-01T08:00:00.000Z',
      verdict: 'fail',
      previous_verdict: 'warn',
      summary: { new: 0, resolved: 0, changed: 1 },
      changes: [{ type: 'eol_status_changed', from: 'supported', to: 'eol' }],
      markdown: expect.stringContaining('**Stack check: fail** (was warn), 1 change since 2026-11-01'),
      watch: { checks: 2, issued_at: '2026-11-20T08:00:00.000Z', expires_at: '2027-05-19T08:00:00.000Z' },
    });
  });

  it('has a token that lasts 180 days', () => {
    const { token } = report(start(items, harness)).watch;

    expect(openToken(token, [SECRET], START + 180 * DAY_MS - 1, nodeSealing).kind).toBe('state');
    expect(openToken(token, [SECRET], START + 180 * DAY_MS, nodeSealing).kind).toBe('token_expired');
  });

  it('says that something changed when only the verdict did', () => {
    const first = report(start({ packages: ['pkg:npm/x@1.0.0'] }, { packages: { 'pkg:npm/x@1.0.0': [] } }));
    const opened = openToken(first.watch.token, [SECRET], START, nodeSealing);
    if (opened.kind !== 'state') throw new Error(opened.kind);
    const edited = editStack(opened.state.stack, { add: { cves: ['CVE-2021-44228'] }, remove: {} });
    if (edited.kind !== 'edited') throw new Error(edited.message);
    const check = checkAndPlan(edited.stack, makeSources(harness), toCalendarDate(START));
    const baseline = toBaseline(opened.state, edited.positions);

    const next = report(continueWatch(edited.stack, check, baseline, () => [], facts(START)));

    expect(next).toMatchObject({ changed: true, changes: [], verdict: 'fail', previous_verdict: 'pass' });
    expect(next.watch.stack.cves).toEqual(['CVE-2021-44228']);
  });

  it('does not start where nothing is known, but goes on when nothing is any more', () => {
    expect(start({ items: [{ product: 'nobody', version: '1' }] }, harness).kind).toBe('unknown_id');
    const { token } = report(start(items, harness)).watch;

    expect(report(again(token, {}, START))).toMatchObject({
      verdict: 'unknown',
      changes: [{ type: 'eol_status_changed', to: 'unknown' }],
    });
  });

  it('does not start with a token of more than 32,000 characters, and names the package that is to blame', () => {
    const packages = ['pkg:npm/light@1.0.0', 'pkg:npm/heavy@1.0.0'];

    const outcome = start({ packages }, { packages: { 'pkg:npm/heavy@1.0.0': flaws(5_000) } });

    expect(outcome).toEqual({
      kind: 'too_many_items',
      message:
        'the watch token of this stack would be longer than 32000 characters: packages[1] (pkg:npm/heavy@1.0.0) alone has 5000 vulnerabilities; watch it in parts',
    });
    expect(start({ packages }, { packages: { 'pkg:npm/heavy@1.0.0': flaws(4_000) } }).kind).toBe('report');
  });

  it('goes on past 48,000 characters with counts in the place of what is heaviest, and sharpens again', () => {
    const packages = ['pkg:npm/light@1.0.0', 'pkg:npm/heavy@1.0.0'];
    const having = (count: number, ...more: ReturnType<typeof flaws>): Harness => ({
      packages: { 'pkg:npm/heavy@1.0.0': [...flaws(count), ...more], 'pkg:npm/light@1.0.0': [makeFlaw('GHSA-light')] },
    });
    const first = report(start({ packages }, having(10)));

    const grown = report(again(first.watch.token, having(8_000), START + DAY_MS));
    const later = report(
      again(grown.watch.token, having(20, makeFlaw('MAL-1', { kind: 'malware' })), START + 2 * DAY_MS),
    );
    const last = report(again(later.watch.token, having(19), START + 3 * DAY_MS));

    expect(first.watch.token_length).toBeLessThan(700);
    expect([grown.changes.length, grown.watch.token_length < 1_000]).toEqual([7_990, true]);
    expect(later.changes).toEqual([
      expect.objectContaining({ type: 'malware_added', id: 'MAL-1' }),
      expect.objectContaining({ type: 'vulnerabilities_changed', ref: 'packages/1', from: 8_000, to: 20 }),
    ]);
    expect(last.changes.map(({ type }) => type)).toEqual(['vulnerability_removed', 'malware_removed']);
  });
});

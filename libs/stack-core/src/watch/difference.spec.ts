import { toCalendarDate } from '@stackcheck/contract/calendar-date';
import * as fc from 'fast-check';
import { nodeSealing } from '../node';
import { checkAndPlan } from '../plan/check-and-plan';
import type { StackCheck } from '../check/judge';
import type { Stack } from '../stack';
import {
  makeCycle,
  makeFlaw,
  makeKev,
  makeProduct,
  makeSources,
  makeStack,
  type FakePackage,
  type Harness,
} from '../testing/make-stack';
import { unexplained } from '../testing/unexplained';
import { openToken } from '../token/open-token';
import { toBaseline } from './baseline';
import { continueWatch, startWatch, type WatchReport } from './watch';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-01T12:00:00Z');
const SECRET = { id: 'k1', secret: new Uint8Array(32).fill(7) };
const NONCE = new Uint8Array(12);
const day = (offset: number) => toCalendarDate(START + offset * DAY_MS);

const stack = makeStack(
  {
    items: ['1', '2', '3'].map((version) => ({ product: 'python', version })),
    images: ['python:2-bookworm', 'python:bookworm', 'python:1'],
    cves: ['CVE-2026-0001', 'cve-2026-0002', 'CVE-2026-0003'],
    packages: ['pkg:npm/a@1.0.0', 'pkg:pypi/b@1'],
  },
  { report_latest: true, eol_within_days: 30 },
);

const anyDate = fc.option(fc.integer({ min: -20, max: 80 }).map(day));
const anyCycle = (name: string, codename: string | null) =>
  fc
    .record({
      there: fc.integer({ min: 0, max: 5 }),
      eolFrom: anyDate,
      eoasFrom: anyDate,
      isEol: fc.boolean(),
      latest: fc.constantFrom('a', 'b', null),
    })
    .map(({ there, latest, ...dates }) =>
      there === 0
        ? []
        : [
            makeCycle(name, {
              ...dates,
              codename,
              latest: latest === null ? null : { name: latest, date: null, link: null },
            }),
          ],
    );
const anyProducts = fc
  .tuple(anyCycle('3', null), anyCycle('2', null), anyCycle('1', null), anyCycle('12', 'Bookworm'))
  .map(([three, two, one, twelve]) => [
    makeProduct('python', [...three, ...two, ...one]),
    makeProduct('debian', twelve),
  ]);

/** Each vulnerability has up to three ids, of which any may be known; neighbours may turn out to be one. */
const anyFlaw = (n: number) =>
  fc.record({
    there: fc.boolean(),
    ids: fc.subarray([`GHSA-${n}`, `PYSEC-${n}`], { minLength: 1 }),
    cve: fc.boolean(),
    joined: fc.integer({ min: 0, max: 3 }),
    malware: fc.integer({ min: 0, max: 4 }),
    severity: fc.constantFrom(null, 'low' as const, 'critical' as const),
    fixed: fc.constantFrom(null, '1.1', '1.2'),
  });
const anyPackage = fc.oneof(
  { weight: 1, arbitrary: fc.constant<FakePackage>('no_data') },
  {
    weight: 6,
    arbitrary: fc.tuple(anyFlaw(1), anyFlaw(2), anyFlaw(3)).map((flaws): FakePackage => {
      const groups: { ids: string[]; flaw: (typeof flaws)[number] }[] = [];
      for (const [at, flaw] of flaws.entries()) {
        if (!flaw.there) continue;
        const ids = [...flaw.ids, ...(flaw.cve ? [`CVE-2026-000${at + 1}`] : [])];
        const last = groups.at(-1);
        if (last !== undefined && flaw.joined === 0) last.ids.push(...ids);
        else groups.push({ ids, flaw });
      }
      return groups.map(({ ids, flaw: { malware, severity, fixed } }) => {
        const sorted = [...ids].sort();
        const id = sorted.find((name) => name.startsWith('GHSA-')) ?? sorted.at(-1)!;
        const kind = malware === 0 ? 'malware' : 'vulnerability';
        return makeFlaw(id, {
          ids: sorted,
          kind,
          severity: kind === 'malware' ? 'critical' : severity,
          fixed: kind === 'malware' ? null : fixed,
        });
      });
    }),
  },
);
const anyKev = fc
  .tuple(
    ...[1, 2, 3].map((n) =>
      fc.option(
        fc
          .record({ due: fc.integer({ min: -10, max: 20 }), ransomware: fc.boolean() })
          .map(({ due, ransomware }) => makeKev(`CVE-2026-000${n}`, day(due), ransomware)),
      ),
    ),
  )
  .map((entries) => entries.filter((entry) => entry !== null));
const anyHarness: fc.Arbitrary<Harness> = fc
  .record({ products: anyProducts, kev: anyKev, a: anyPackage, b: anyPackage })
  .map(({ products, kev, a, b }) => ({ products, kev, packages: { 'pkg:npm/a@1.0.0': a, 'pkg:pypi/b@1': b } }));

const checkOn = (harness: Harness, offset: number): StackCheck => {
  const today = day(offset);
  return checkAndPlan(stack, makeSources(harness), today);
};
const factsFor = (offset: number) => ({
  nowMs: START + offset * DAY_MS,
  snapshotIds: ['eol-x'],
  refreshes: [],
  secret: SECRET,
  nonce: NONCE,
  sealing: nodeSealing,
});

/** The way of a customer: the first answer's token is all that the second has of the first. */
function watch(
  first: StackCheck,
  then: StackCheck,
  offset: number,
  asked: Stack = stack,
): { report: WatchReport; token: string } {
  const start = startWatch(asked, first, factsFor(0));
  if (start.kind !== 'report') throw new Error(start.message);
  const { token } = start.report.watch;
  return { report: recheck(token, then, offset), token };
}

function recheck(token: string, then: StackCheck, offset: number): WatchReport {
  const opened = openToken(token, [SECRET], START + offset * DAY_MS, nodeSealing);
  if (opened.kind !== 'state') throw new Error(opened.kind);
  const ids = ['GHSA-', 'PYSEC-', 'CVE-2026-000'].flatMap((prefix) => [1, 2, 3].map((n) => `${prefix}${n}`));
  const known = ids.map((id) => ({ id, withdrawn: id.startsWith('PYSEC-') }));
  const outcome = continueWatch(opened.state.stack, then, toBaseline(opened.state), () => known, factsFor(offset));
  if (outcome.kind !== 'report') throw new Error(outcome.message);
  return outcome.report;
}

describe('the changes between two checks', () => {
  it('are the difference of the two full checks, whatever the datasets held and whatever time has passed (property)', () => {
    fc.assert(
      fc.property(
        anyHarness,
        anyHarness,
        fc.boolean(),
        fc.integer({ min: 0, max: 60 }),
        (earlier, later, sameData, passed) => {
          const first = checkOn(earlier, 0);
          const then = checkOn(sameData ? earlier : later, passed);
          fc.pre(startWatch(stack, first, factsFor(0)).kind === 'report');

          const { report } = watch(first, then, passed);

          expect(unexplained(first, then, report.changes, stack.policy.eol_within_days)).toEqual([]);
          expect(new Set(report.changes.map(({ key, ref }) => `${key} ${ref}`)).size).toBe(report.changes.length);
          expect(report.changed).toBe(report.changes.length > 0 || first.verdict !== then.verdict);
          expect([report.previous_verdict, report.verdict]).toEqual([first.verdict, then.verdict]);
          const { new: fresh, resolved, changed } = report.summary;
          expect(fresh + resolved + changed).toBe(report.changes.length);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('are the same for the same token, however often it is used, and whichever tokens came of it (property)', () => {
    fc.assert(
      fc.property(anyHarness, anyHarness, fc.integer({ min: 0, max: 60 }), (earlier, later, passed) => {
        const first = checkOn(earlier, 0);
        fc.pre(startWatch(stack, first, factsFor(0)).kind === 'report');
        const { report, token } = watch(first, checkOn(later, passed), passed);

        const again = recheck(token, checkOn(later, passed), passed);

        expect(again).toEqual(report);
        expect([again.watch.checks, again.since]).toEqual([2, new Date(START).toISOString()]);
      }),
      { numRuns: 15 },
    );
  });

  it('are none for the token of the answer that reported them (property)', () => {
    fc.assert(
      fc.property(anyHarness, anyHarness, fc.integer({ min: 0, max: 60 }), (earlier, later, passed) => {
        const first = checkOn(earlier, 0);
        fc.pre(startWatch(stack, first, factsFor(0)).kind === 'report');
        const then = checkOn(later, passed);
        const { report } = watch(first, then, passed);

        const next = recheck(report.watch.token, then, passed);

        expect([next.changed, next.changes, next.watch.checks]).toEqual([false, [], 3]);
      }),
      { numRuns: 15 },
    );
  });
});

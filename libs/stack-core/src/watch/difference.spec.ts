import { toCalendarDate } from '@stackcheck/eol-core';
import * as fc from 'fast-check';
import { checkStack } from '../check/check-stack';
import type { StackCheck } from '../check/judge';
import type { PackageVulnerability } from '../check/parts';
import type { Stack } from '../stack';
import {
  makeCycle,
  makeFlaw,
  makeKev,
  makeProduct,
  makeSources,
  makeStack,
  type FakePackage,
  type World,
} from '../testing/make-stack';
import { openToken } from '../token/open-token';
import type { Change } from './change';
import { toBaseline } from './baseline';
import { continueWatch, startWatch, type WatchReport } from './watch';

/**
 * What a full check says, fact by fact. The changes between two checks, applied to the facts of the first, must give the
 * facts of the second, and each of them must have been needed. Facts know nothing of states, tokens or hashes.
 */
type Facts = Map<string, unknown>;

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
    packages: ['pkg:npm/a@1', 'pkg:pypi/b@1'],
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
          score: null,
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
const anyWorld: fc.Arbitrary<World> = fc
  .record({ products: anyProducts, kev: anyKev, a: anyPackage, b: anyPackage })
  .map(({ products, kev, a, b }) => ({ products, kev, packages: { 'pkg:npm/a@1': a, 'pkg:pypi/b@1': b } }));

const checkOn = (world: World, offset: number): StackCheck => {
  const today = day(offset);
  return checkStack(stack, makeSources(world), today);
};
const factsFor = (offset: number) => ({
  nowMs: START + offset * DAY_MS,
  snapshotIds: ['eol-x'],
  refreshes: [],
  secret: SECRET,
  nonce: NONCE,
});

/** The way of a customer: the first answer's token is all that the second has of the first. */
function watch(
  first: StackCheck,
  then: StackCheck,
  offset: number,
  asked: Stack = stack,
): { told: WatchReport; token: string } {
  const start = startWatch(asked, first, factsFor(0));
  if (start.kind !== 'report') throw new Error(start.message);
  const { token } = start.report.watch;
  return { told: recheck(token, then, offset), token };
}

function recheck(token: string, then: StackCheck, offset: number): WatchReport {
  const opened = openToken(token, [SECRET], START + offset * DAY_MS);
  if (opened.kind !== 'state') throw new Error(opened.kind);
  const ids = ['GHSA-', 'PYSEC-', 'CVE-2026-000'].flatMap((prefix) => [1, 2, 3].map((n) => `${prefix}${n}`));
  const known = ids.map((id) => ({ id, withdrawn: id.startsWith('PYSEC-') }));
  const outcome = continueWatch(opened.state.stack, then, toBaseline(opened.state), () => known, factsFor(offset));
  if (outcome.kind !== 'report') throw new Error(outcome.message);
  return outcome.report;
}

describe('the changes between two checks', () => {
  it('are the difference of the two full checks, whatever the datasets held and whatever time has passed (law)', () => {
    fc.assert(
      fc.property(
        anyWorld,
        anyWorld,
        fc.boolean(),
        fc.integer({ min: 0, max: 60 }),
        (earlier, later, sameData, passed) => {
          const first = checkOn(earlier, 0);
          const then = checkOn(sameData ? earlier : later, passed);
          fc.pre(startWatch(stack, first, factsFor(0)).kind === 'report');

          const { told } = watch(first, then, passed);

          const facts = asNamedIn(first, then);
          for (const change of removalsFirst(told.changes)) {
            const before = new Map(facts);
            apply(facts, change, then);
            if (!isOfTime(change)) expect([change, [...facts]]).not.toEqual([change, [...before]]);
          }
          expect(sorted(facts)).toEqual(sorted(factsOf(then)));
          expect(
            told.changes
              .filter(isOfTime)
              .map(({ type, ref, id }) => `${type} ${ref} ${id}`)
              .sort(),
          ).toEqual(crossings(first, then));
          expect(new Set(told.changes.map(({ key, ref }) => `${key} ${ref}`)).size).toBe(told.changes.length);
          expect(told.changed).toBe(told.changes.length > 0 || first.verdict !== then.verdict);
          expect([told.previous_verdict, told.verdict]).toEqual([first.verdict, then.verdict]);
          const { new: fresh, resolved, changed } = told.summary;
          expect(fresh + resolved + changed).toBe(told.changes.length);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('are the same for the same token, however often it is used, and whichever tokens came of it (law)', () => {
    fc.assert(
      fc.property(anyWorld, anyWorld, fc.integer({ min: 0, max: 60 }), (earlier, later, passed) => {
        const first = checkOn(earlier, 0);
        fc.pre(startWatch(stack, first, factsFor(0)).kind === 'report');
        const { told, token } = watch(first, checkOn(later, passed), passed);

        const again = recheck(token, checkOn(later, passed), passed);

        expect(again).toEqual(told);
        expect([again.watch.checks, again.since]).toEqual([2, new Date(START).toISOString()]);
      }),
      { numRuns: 15 },
    );
  });

  it('are none for the token of the answer that told them (law)', () => {
    fc.assert(
      fc.property(anyWorld, anyWorld, fc.integer({ min: 0, max: 60 }), (earlier, later, passed) => {
        const first = checkOn(earlier, 0);
        fc.pre(startWatch(stack, first, factsFor(0)).kind === 'report');
        const then = checkOn(later, passed);
        const { told } = watch(first, then, passed);

        const next = recheck(told.watch.token, then, passed);

        expect([next.changed, next.changes, next.watch.checks]).toEqual([false, [], 3]);
      }),
      { numRuns: 15 },
    );
  });
});

/** What only time, or a date with it, can make true is told as an event, and is no fact of its own. */
const isOfTime = ({ type }: Change) => type === 'eol_soon' || type === 'kev_overdue';

/** Changes are told worst first, and stand all together: what was malware may be a vulnerability of the same id now. */
const removalsFirst = (changes: readonly Change[]) =>
  [...changes].sort((a, b) => Number(b.type.endsWith('_removed')) - Number(a.type.endsWith('_removed')));

const sorted = (facts: Facts) => [...facts].sort(([a], [b]) => (a < b ? -1 : 1));

function cyclesOf(
  check: StackCheck,
): Map<string, { status: string; eol: string | null; latest: string | null; days: number | null } | null> {
  const cycles: ReturnType<typeof cyclesOf> = new Map();
  for (const item of check.items!.results)
    cycles.set(`items/${item.index} null`, item.found ? { ...item.match, days: item.match.days_until_eol } : null);
  for (const image of check.images!.results) {
    for (const { role, resolved, product, match } of image.found ? image.components : []) {
      cycles.set(
        `images/${image.index} ${role} ${resolved ?? product}`,
        match === undefined ? null : { ...match, days: match.days_until_eol },
      );
    }
  }
  return cycles;
}

const listedOf = (check: StackCheck) =>
  new Map(check.cves!.results.map((result) => [`cves/${result.index} null`, result.listed ? result.entry : null]));

const vulnerabilitiesOf = (check: StackCheck) =>
  new Map(
    check.packages!.results.map((result) => [
      `packages/${result.index}`,
      result.checked ? result.vulnerabilities : null,
    ]),
  );

function factsOf(check: StackCheck): Facts {
  const facts: Facts = new Map();
  for (const [at, cycle] of cyclesOf(check)) {
    if (cycle === null) continue;
    facts.set(`${at} status`, cycle.status);
    facts.set(`${at} eol`, cycle.eol);
    facts.set(`${at} latest`, cycle.latest);
  }
  for (const [at, entry] of listedOf(check)) setKev(facts, at, entry);
  for (const [at, flaws] of vulnerabilitiesOf(check)) {
    if (flaws === null) facts.set(`${at} null unresolved`, true);
    for (const flaw of flaws ?? []) setFlaw(facts, `${at} ${flaw.id}`, flaw);
  }
  return facts;
}

function setKev(facts: Facts, at: string, entry: PackageVulnerability['kev']): void {
  for (const name of ['due', 'ransomware']) facts.delete(`${at} ${name}`);
  if (entry === null) return;
  facts.set(`${at} due`, entry.due_date);
  facts.set(`${at} ransomware`, entry.ransomware);
}

function setFlaw(
  facts: Facts,
  at: string,
  { kind, severity, fixed, kev }: Pick<PackageVulnerability, 'kind' | 'severity' | 'fixed' | 'kev'>,
): void {
  forget(facts, at);
  facts.set(`${at} kind`, kind);
  facts.set(`${at} severity`, severity);
  facts.set(`${at} fix`, fixed !== null);
  setKev(facts, at, kev);
}

function forget(facts: Facts, at: string): void {
  for (const name of [...facts.keys()]) if (name.startsWith(`${at} `)) facts.delete(name);
}

/** The facts of the first check with each vulnerability under the id that it has in the second, if it is there at all. */
function asNamedIn(first: StackCheck, then: StackCheck): Facts {
  const facts = factsOf(first);
  const later = vulnerabilitiesOf(then);
  for (const [at, flaws] of vulnerabilitiesOf(first)) {
    for (const { id, ids } of later.get(at) ?? []) {
      const named = [id, ...ids].find((name) => flaws?.some((flaw) => flaw.id === name));
      const flaw = flaws?.find((earlier) => earlier.id === named);
      if (flaw === undefined || flaw.id === id) continue;
      forget(facts, `${at} ${flaw.id}`);
      setFlaw(facts, `${at} ${id}`, flaw);
    }
  }
  return facts;
}

function apply(facts: Facts, change: Change, then: StackCheck): void {
  const at = `${change.ref} ${change.id}`;
  switch (change.type) {
    case 'eol_status_changed':
      // Between known and unknown the date comes and goes with the status; otherwise it changes by itself.
      if (change.to === 'unknown') return forget(facts, at);
      if (change.from === 'unknown') {
        facts.set(`${at} eol`, change.eol);
        // A cycle that is found at last brings its version along, which is no change of the version.
        facts.set(`${at} latest`, cyclesOf(then).get(at)!.latest);
      }
      return void facts.set(`${at} status`, change.to);
    case 'eol_date_changed':
      expect(facts.get(`${at} eol`)).toBe(change.from);
      return void facts.set(`${at} eol`, change.to);
    case 'latest_changed':
      return void facts.set(`${at} latest`, change.latest);
    case 'kev_added':
      return setKev(facts, at, change.kev);
    case 'kev_removed':
      return setKev(facts, at, null);
    case 'kev_due_changed':
      expect(facts.get(`${at} due`)).toBe(change.from);
      return void facts.set(`${at} due`, change.to);
    case 'kev_ransomware_changed':
      return void facts.set(`${at} ransomware`, change.to);
    case 'vulnerability_added':
      return setFlaw(facts, at, { ...change, kind: 'vulnerability' });
    case 'malware_added':
      return setFlaw(facts, at, { kind: 'malware', severity: 'critical', fixed: null, kev: null });
    case 'malware_removed':
    case 'vulnerability_removed':
      return forget(facts, at);
    case 'vulnerability_severity_changed':
      return void facts.set(`${at} severity`, change.to);
    case 'fix_available':
      return void facts.set(`${at} fix`, true);
    case 'fix_removed':
      return void facts.set(`${at} fix`, false);
    case 'package_resolved':
      return void facts.delete(`${at} unresolved`);
    case 'package_unresolved':
      forget(facts, change.ref);
      return void facts.set(`${at} unresolved`, true);
  }
}

/** What was crossed between two checks: the days before the end, and the day of a remedy. */
function crossings(first: StackCheck, then: StackCheck): string[] {
  const soon = (cycle: { status: string; days: number | null } | null | undefined) =>
    cycle !== null &&
    cycle !== undefined &&
    cycle.status !== 'eol' &&
    cycle.days !== null &&
    cycle.days >= 0 &&
    cycle.days <= 30;
  const earlier = cyclesOf(first);
  const ending = [...cyclesOf(then)].filter(([at, cycle]) => soon(cycle) && !soon(earlier.get(at)));
  const listed = listedOf(first);
  const due = [...listedOf(then)].filter(([at, entry]) => entry?.overdue && listed.get(at)?.overdue === false);
  const flaws = vulnerabilitiesOf(first);
  const packages = [...vulnerabilitiesOf(then)].flatMap(([at, found]) =>
    (found ?? []).flatMap(({ id, ids, kev, kind }) => {
      const named = [id, ...ids].find((name) => flaws.get(at)?.some((flaw) => flaw.id === name));
      const before = flaws.get(at)?.find((flaw) => flaw.id === named);
      return before?.kind === kind && kev?.overdue && before.kev?.overdue === false ? [`kev_overdue ${at} ${id}`] : [];
    }),
  );
  return [...ending.map(([at]) => `eol_soon ${at}`), ...due.map(([at]) => `kev_overdue ${at}`), ...packages].sort();
}

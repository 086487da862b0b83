import { toCalendarDate } from '@stackcheck/contract/calendar-date';
import type { Cycle } from '@stackcheck/eol-core';
import { checkAndPlan } from '../plan/check-and-plan';
import type { Policy } from '../policy';
import type { StackLists } from '../stack';
import {
  makeCycle,
  makeFlaw,
  makeKev,
  makeProduct,
  makeSources,
  makeStack,
  type Flaw,
  type Harness,
} from './make-stack';
import { toBaseline } from '../watch/baseline';
import type { Change } from '../watch/change';
import { changesBetween } from '../watch/changes-between';
import { toHeavy } from '../watch/heavy-package';
import type { KnownId } from '../watch/package-changes';
import { stateOf } from '../watch/state-of';
import type { WatchState } from '../watch/watch-state';

/** When the baseline is made. */
export const BEFORE = Date.parse('2026-11-01T08:00:00Z');
/** When it is compared with. */
export const NOW = Date.parse('2026-11-20T08:00:00Z');

/** What a harness holds at an instant. */
export interface Moment {
  readonly harness: Harness;
  readonly atMs?: number;
  /** False: the catalogue of exploited vulnerabilities is not at hand. */
  readonly kev?: boolean;
}

/** What is watched, and how. */
export interface Asked {
  readonly lists: Partial<StackLists>;
  readonly policy?: Partial<Policy>;
  readonly knownIds?: readonly KnownId[];
  readonly reduce?: boolean;
}

/** A check at an instant. */
export function look({ lists, policy }: Asked, { harness, atMs = NOW, kev = true }: Moment) {
  const stack = makeStack(lists, policy);
  const today = toCalendarDate(atMs);
  const { kev: catalogue, ...others } = makeSources(harness);
  return { stack, check: checkAndPlan(stack, kev ? { ...others, kev: catalogue } : others, today) };
}

/** The state of a check. */
export function remember(asked: Asked, moment: Moment, before?: WatchState): WatchState {
  const { stack, check } = look(asked, moment);
  const facts = { nowMs: moment.atMs ?? NOW, lifetimeDays: 180, snapshotIds: [] };
  return stateOf(stack, check, before === undefined ? facts : { ...facts, baseline: toBaseline(before) });
}

/** The changes of what is watched from one moment to another. */
export function changes(asked: Asked, before: Moment, now: Moment): readonly Change[] {
  const first = remember(asked, { atMs: BEFORE, ...before });
  const packages = first.packages.map((entry) => (asked.reduce && entry.kind === 'full' ? toHeavy(entry) : entry));
  const { stack, check } = look(asked, now);
  const baseline = { ...first, packages };
  return changesBetween({
    baseline: toBaseline(baseline),
    stack,
    check,
    state: remember(asked, now, baseline),
    knownIds: () => asked.knownIds ?? [],
  });
}

/** A harness with one cycle of Python. */
export const python = (parts: Partial<Cycle>): Moment => ({
  harness: {
    products: [
      makeProduct('python', [makeCycle('3.12', parts)]),
      makeProduct('debian', [makeCycle('12', { codename: 'Bookworm' })]),
    ],
  },
});
/** Watching that cycle. */
export const items: Asked = { lists: { items: [{ product: 'python', version: '3.12.4' }] } };
/** Watching one CVE. */
export const cves: Asked = { lists: { cves: ['cve-2026-0001'] } };
/** A harness in which it is listed. */
export const kevOf = (due: string, ransomware = false): Moment => ({
  harness: { kev: [makeKev('CVE-2026-0001', due, ransomware)] },
});
/** An empty harness. */
export const nothing: Moment = { harness: {} };
/** Watching one package. */
export const packages: Asked = { lists: { packages: ['pkg:npm/x@1.0.0'] } };
/** A harness in which it has vulnerabilities. */
export const having = (...flaws: readonly Flaw[]): Moment => ({
  harness: { packages: { 'pkg:npm/x@1.0.0': flaws } },
});
/** The same harness with the CVE listed. */
export const listing = (moment: Moment): Moment => ({
  harness: { ...moment.harness, kev: [makeKev('CVE-2026-0001', '2026-12-24')] },
});
/** A vulnerability with that CVE. */
export const exploited = (parts: Partial<Flaw> = {}) =>
  makeFlaw('GHSA-a', { ids: ['CVE-2026-0001', 'GHSA-a'], ...parts });
/** The CVE as it is shown. */
export const kevView = {
  cve: 'CVE-2026-0001',
  date_added: '2026-01-01',
  due_date: '2026-12-24',
  days_until_due: 34,
  overdue: false,
  ransomware: false,
};
/** A latest version. */
export const newest = (name: string) => ({ latest: { name, date: null, link: null } });

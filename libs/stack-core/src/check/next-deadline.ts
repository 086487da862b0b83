import type { EolCycle } from '@stackcheck/eol-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import { compareText } from '../compare-text';
import type { Policy } from '../policy';
import { compareRefs, type StackRef } from '../stack';
import { daysLeft } from './as-of';
import type { PackageFinding, StackParts } from './parts';

/** The first day on which something runs out, in wire names. */
export interface Deadline {
  /** `YYYY-MM-DD`, the day of the policy or later. */
  readonly date: string;
  /** The end of a cycle's life, or the day by which an exploited vulnerability must be remedied. */
  readonly kind: 'eol' | 'kev_due';
  readonly ref: StackRef;
  /** Whole days until then, 0 or more. */
  readonly days: number;
}

/** The earliest deadline that has not passed on the day of a policy; null where there is none. What has passed is stated by the reasons. */
export function nextDeadline({ items, images, cves, packages }: StackParts, policy: Policy): Deadline | null {
  const deadlines = [
    ...(items?.results ?? []).flatMap((result) => (result.found ? ends(result.match, `items/${result.index}`) : [])),
    ...(items?.results ?? []).flatMap(({ index, packages: found }) =>
      (found ?? []).flatMap((each) => dues(each, `items/${index}`, policy)),
    ),
    ...(images?.results ?? []).flatMap((result) =>
      result.found
        ? result.components.flatMap(({ match }) => (match === undefined ? [] : ends(match, `images/${result.index}`)))
        : [],
    ),
    ...(cves?.results ?? []).flatMap((result) =>
      result.listed ? due(result.entry, `cves/${result.index}`, policy) : [],
    ),
    ...(packages?.results ?? []).flatMap(({ lifecycle, index }) =>
      lifecycle === null || lifecycle.status === 'unknown' ? [] : ends(lifecycle, `packages/${index}`),
    ),
    ...(packages?.results ?? [])
      .filter((result) => result.checked && result.vulnerabilities.length > 0)
      .flatMap((result) => dues(result, `packages/${result.index}`, policy)),
  ];
  return deadlines.sort((a, b) => compareText(a.date, b.date) || compareRefs(a.ref, b.ref))[0] ?? null;
}

function dues(result: PackageFinding, ref: StackRef, policy: Policy): readonly Deadline[] {
  return result.checked ? result.vulnerabilities.flatMap(({ kev }) => (kev === null ? [] : due(kev, ref, policy))) : [];
}

function ends({ status, eol, days_until_eol: days }: EolCycle, ref: StackRef): readonly Deadline[] {
  return eol === null || days === null || days < 0 || status === 'eol' ? [] : [{ date: eol, kind: 'eol', ref, days }];
}

function due({ due_date: date, days_until_due }: KevEntryView, ref: StackRef, policy: Policy): readonly Deadline[] {
  const days = daysLeft(date, days_until_due, policy);
  return days < 0 ? [] : [{ date, kind: 'kev_due', ref, days }];
}

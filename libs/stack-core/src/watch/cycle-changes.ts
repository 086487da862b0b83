import { daysBetween, type CalendarDate } from '@stackcheck/contract/calendar-date';
import type { EolCycle } from '@stackcheck/eol-core';
import type { ImageResult } from '../check/parts';
import { isEndingSoon } from '../check/upgrade';
import type { Policy } from '../policy';
import { toChange, type Change, type ChangePlace } from './change';
import { cycleState, imageParts } from './state-of';
import type { CycleState, ImageState } from './watch-state';

/** What changed for a cycle since the day that it was asked of before. A cycle that is no longer found has the status `unknown`: it never looks fine. */
export function cycleChanges(
  place: ChangePlace,
  before: CycleState,
  match: EolCycle | undefined,
  policy: Policy,
  since: CalendarDate,
): readonly Change[] {
  const now = cycleState(match);
  const changes: Change[] = [];
  const [from, to] = [before?.status ?? 'unknown', now?.status ?? 'unknown'] as const;
  if (from !== to) changes.push(toChange(place, { type: 'eol_status_changed', from, to, eol: now?.eol ?? null }));
  if (before !== null && now !== null && before.eol !== now.eol) {
    changes.push(toChange(place, { type: 'eol_date_changed', from: before.eol, to: now.eol }));
  }
  const { eol = null, days_until_eol: days = null } = match ?? {};
  if (match !== undefined && eol !== null && days !== null) {
    if (isEndingSoon(match, policy) && !wasEndingSoon(before, policy, since)) {
      changes.push(toChange(place, { type: 'eol_soon', eol, days_until_eol: days }));
    }
  }
  if (policy.report_latest && before !== null && now !== null && before.latest !== now.latest) {
    changes.push(toChange(place, { type: 'latest_changed', latest: match?.latest ?? null }));
  }
  return changes;
}

function wasEndingSoon(before: CycleState, policy: Policy, day: CalendarDate): boolean {
  if (before === null || before.eol === null) return false;
  return isEndingSoon({ status: before.status, days_until_eol: daysBetween(day, before.eol) }, policy);
}

/** What changed for the parts of an image; `id` is the part. A part that is no longer named is `unknown`. */
export function imageChanges(
  place: ChangePlace,
  before: ImageState,
  result: ImageResult,
  policy: Policy,
  since: CalendarDate,
): readonly Change[] {
  const earlier = new Map((before ?? []).map(({ part, cycle }) => [part, cycle]));
  const now = new Map(imageParts(result).map(({ part, match }) => [part, match]));
  const parts = new Set([...earlier.keys(), ...now.keys()]);
  return [...parts].flatMap((part) =>
    cycleChanges({ ...place, id: part }, earlier.get(part) ?? null, now.get(part), policy, since),
  );
}

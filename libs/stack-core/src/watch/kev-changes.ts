import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { KevEntryView } from '@stackcheck/kev-core';
import { toChange, type Change, type ChangePlace } from './change';
import type { KevState } from './watch-state';

/** What changed for a CVE, or for a vulnerability of a package, in the catalogue of exploited ones since a day. */
export function kevChanges(
  place: ChangePlace,
  before: KevState,
  now: KevEntryView | null,
  since: CalendarDate,
): readonly Change[] {
  if (before === null) return now === null ? [] : [toChange(place, { type: 'kev_added', kev: toView(now) })];
  if (now === null) return [toChange(place, { type: 'kev_removed' })];
  const { due_date: due, ransomware, overdue } = now;
  const changes: Change[] = [];
  // The day of the due date itself is not overdue, then as now.
  if (overdue && before.due >= since) changes.push(toChange(place, { type: 'kev_overdue', due_date: due }));
  if (before.due !== due) changes.push(toChange(place, { type: 'kev_due_changed', from: before.due, to: due }));
  if (before.ransomware !== ransomware) {
    changes.push(toChange(place, { type: 'kev_ransomware_changed', from: before.ransomware, to: ransomware }));
  }
  return changes;
}

/** The entry of a CVE that is asked about is reported in full elsewhere. */
function toView({ cve, date_added, due_date, days_until_due, overdue, ransomware }: KevEntryView): KevEntryView {
  return { cve, date_added, due_date, days_until_due, overdue, ransomware };
}

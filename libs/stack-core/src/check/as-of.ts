import { daysBetween, type CalendarDate } from '@stackcheck/contract/calendar-date';
import type { Policy } from '../policy';

/** What of an answer about a later day is of today all the same, in wire names. */
export interface OfToday {
  /** Today, in UTC. */
  readonly date: CalendarDate;
  /** The datasets that are asked of today. */
  readonly datasets: readonly SecurityDataset[];
  readonly notice: string;
}

/** The datasets that know nothing of later days. */
export type SecurityDataset = 'kev' | 'osv' | 'epss';

/** The day that an answer is of, in wire names: nothing where the policy names none. */
export interface AsOf {
  readonly as_of?: CalendarDate;
  /** Only where that day is later than today and such datasets were asked. */
  readonly of_today?: OfToday;
}

/** What an answer says of the day that it is of. */
export function asOfPolicy(
  { as_of }: Policy,
  today: CalendarDate,
  asked: Readonly<Record<SecurityDataset, boolean>>,
): AsOf {
  if (as_of === undefined || as_of < today) return {};
  const datasets = (['kev', 'osv', 'epss'] as const).filter((id) => asked[id]);
  if (as_of === today || datasets.length === 0) return { as_of };
  const known = datasets.map((id) => KNOWN_OF[id]).join(', ');
  const notice = `As of ${as_of} are support status, targets to move to and deadlines. Of today, ${today}, are ${known}: nobody knows those of a later day.`;
  return { as_of, of_today: { date: today, datasets, notice } };
}

const KNOWN_OF: Readonly<Record<SecurityDataset, string>> = {
  kev: 'known exploitation (KEV) and what of it is overdue',
  osv: 'known vulnerabilities and malware (OSV)',
  epss: 'EPSS scores',
};

/** The day that a policy asks about, where that is later than today. */
type Day = Pick<Policy, 'as_of'>;

/** `in 5 days`, counted from the day of a policy. */
export function inDays(days: number, { as_of }: Day): string {
  if (as_of === undefined) return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  return days === 0 ? 'that day' : days === 1 ? `one day after ${as_of}` : `${days} days after ${as_of}`;
}

/** `today`, or the day of a policy. */
export function onDay({ as_of }: Day): string {
  return as_of === undefined ? 'today' : `on ${as_of}`;
}

/** Days left until a date on the day of a policy, of those that are left today. */
export function daysLeft(date: CalendarDate, daysToday: number, { as_of }: Day): number {
  return as_of === undefined ? daysToday : daysBetween(as_of, date);
}

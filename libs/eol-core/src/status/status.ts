import { daysBetween } from '@stackcheck/contract/calendar-date';
import type { CycleStatus, EolCycle } from './eol-cycle';
import type { CalendarDate, Cycle } from '../products/product';

/**
 * The support status of a cycle on a day, from its dates; upstream's flag decides only where it gives no date. The last
 * day still counts as supported, and extended support changes nothing.
 */
export function statusOn(cycle: Cycle, today: CalendarDate): CycleStatus {
  if (isOver(cycle.eolFrom, cycle.isEol, today)) return 'eol';
  return isOver(cycle.eoasFrom, cycle.isEoas === true, today) ? 'security-only' : 'supported';
}

/** Whether a cycle has been released; one without a date counts as released. */
export function isOut({ releaseDate }: Pick<Cycle, 'releaseDate'>, today: CalendarDate): boolean {
  return releaseDate === null || releaseDate <= today;
}

/** Whole days from `today` to the end-of-life date: 0 on the day itself, negative after it, null without a date. */
export function daysUntilEol(cycle: Cycle, today: CalendarDate): number | null {
  return cycle.eolFrom === null ? null : daysBetween(today, cycle.eolFrom);
}

/** What was said last of each cycle; it lasts as long as the snapshot that the cycle is of. */
const published = new WeakMap<Cycle, { readonly today: CalendarDate; readonly form: EolCycle }>();

/** The published form of a cycle on a day; made once per cycle and day. */
export function toEolCycle(cycle: Cycle, today: CalendarDate): EolCycle {
  const known = published.get(cycle);
  if (known?.today === today) return known.form;
  const form = formOf(cycle, today);
  published.set(cycle, { today, form });
  return form;
}

function formOf(cycle: Cycle, today: CalendarDate): EolCycle {
  // Upstream writes an empty name where it knows no version; a date or link without a version would mean nothing.
  const latest = cycle.latest?.name ? cycle.latest : null;
  return {
    cycle: cycle.name,
    codename: cycle.codename,
    release_date: cycle.releaseDate,
    status: statusOn(cycle, today),
    eol: cycle.eolFrom,
    days_until_eol: daysUntilEol(cycle, today),
    support_until: cycle.eoasFrom,
    extended_support_until: cycle.eoesFrom,
    lts: ltsOn(cycle, today),
    is_lts: isLtsOn(cycle, today),
    latest: latest?.name ?? null,
    latest_date: latest?.date ?? null,
    link: latest?.link ?? null,
  };
}

/** Whether a cycle is a long-term one already, as upstream tests it: the day after it became one. */
export function isLtsOn(cycle: Cycle, today: CalendarDate): boolean {
  return isOver(cycle.ltsFrom, cycle.isLts, today);
}

/** Upstream's test: a date has passed when today is after it; on the day itself it has not. */
function isOver(date: CalendarDate | null, flag: boolean, today: CalendarDate): boolean {
  return date === null ? flag : date < today;
}

/** The LTS date when it is not in the future; without a date, upstream's flag. */
function ltsOn(cycle: Cycle, today: CalendarDate): CalendarDate | boolean {
  if (cycle.ltsFrom === null) return cycle.isLts;
  return cycle.ltsFrom <= today ? cycle.ltsFrom : false;
}

/** The soonest of the days until end of life of some cycles, what is in none left out; null when none of them has a date. */
export function soonestDays(
  cycles: readonly ({ readonly days_until_eol: number | null } | undefined)[],
): number | null {
  let soonest: number | null = null;
  for (const cycle of cycles) {
    const days = cycle?.days_until_eol ?? null;
    if (days !== null && (soonest === null || days < soonest)) soonest = days;
  }
  return soonest;
}

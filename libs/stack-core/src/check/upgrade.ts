import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import {
  statusOn,
  toEolCycle,
  type Cycle,
  type CycleStatus,
  type EolCycle,
  type ProductIndex,
} from '@stackcheck/eol-core';
import { daysUntilEol, newerCycles } from '@stackcheck/eol-core/matching';
import type { Policy } from '../policy';

/** A cycle to move to. */
export interface UpgradeTarget {
  readonly cycle: string;
  readonly status: CycleStatus;
  readonly eol: CalendarDate | null;
  readonly days_until_eol: number | null;
  readonly latest: string | null;
}

/** Newer cycles of the same product that clear what is said against an older one; null where there is none. */
export interface Upgrade {
  /** The smallest step. */
  readonly nearest: UpgradeTarget | null;
  /** The greatest one. */
  readonly newest: UpgradeTarget | null;
  /** Whether all cycles of the product are at hand; where not, there may be a nearer or a newer one. */
  readonly complete: boolean;
}

/** Whether a cycle gives no reason under a policy: it has not ended and does not end within its days. */
export function isClear({ status, days_until_eol }: Pick<EolCycle, 'status' | 'days_until_eol'>, policy: Policy) {
  return status !== 'eol' && !isEndingSoon({ status, days_until_eol }, policy);
}

/** Whether a cycle that has not ended ends within the policy's days; on its last day it still does. */
export function isEndingSoon(
  { status, days_until_eol: days }: Pick<EolCycle, 'status' | 'days_until_eol'>,
  { eol_within_days }: Policy,
): boolean {
  return status !== 'eol' && days !== null && days >= 0 && days <= eol_within_days;
}

/**
 * The upgrades of a product from one of its cycles on a day: newer cycles by version that are out and clear under the
 * policy. Never an older one by version, never one that has ended.
 */
export function upgradeFrom(
  index: ProductIndex,
  { product: id, cycle }: { readonly product: string; readonly cycle: string },
  policy: Policy,
  today: CalendarDate,
): Omit<Upgrade, 'complete'> {
  const product = index.get(id);
  if (product === undefined) return { nearest: null, newest: null };
  const newer = newerCycles(
    product,
    cycle,
    (candidate) =>
      isReleased(candidate, today) &&
      isClear({ status: statusOn(candidate, today), days_until_eol: daysUntilEol(candidate, today) }, policy),
  );
  return { nearest: toTarget(newer[0], today), newest: toTarget(newer.at(-1), today) };
}

function isReleased({ releaseDate }: Cycle, today: CalendarDate): boolean {
  return releaseDate === null || releaseDate <= today;
}

function toTarget(cycle: Cycle | undefined, today: CalendarDate): UpgradeTarget | null {
  if (cycle === undefined) return null;
  const { cycle: name, status, eol, days_until_eol, latest } = toEolCycle(cycle, today);
  return { cycle: name, status, eol, days_until_eol, latest };
}

import {
  daysUntilEol,
  statusOn,
  toEolCycle,
  type CalendarDate,
  type Cycle,
  type CycleStatus,
  type EolCycle,
  type ProductIndex,
} from '@stackcheck/eol-core';
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
 * The upgrades of a product from one of its cycles on a day: released cycles that stand before it in the product's order
 * (newest first) and are clear under the policy.
 */
export function upgradeFrom(
  index: ProductIndex,
  { product, cycle }: { readonly product: string; readonly cycle: string },
  policy: Policy,
  today: CalendarDate,
): Upgrade {
  const cycles = index.get(product)?.product.cycles ?? [];
  const newer = cycles
    .slice(
      0,
      Math.max(
        0,
        cycles.findIndex(({ name }) => name === cycle),
      ),
    )
    .filter((candidate) => isReleased(candidate, today))
    .filter((candidate) =>
      isClear({ status: statusOn(candidate, today), days_until_eol: daysUntilEol(candidate, today) }, policy),
    );
  return { nearest: toTarget(newer.at(-1), today), newest: toTarget(newer[0], today) };
}

function isReleased({ releaseDate }: Cycle, today: CalendarDate): boolean {
  return releaseDate === null || releaseDate <= today;
}

function toTarget(cycle: Cycle | undefined, today: CalendarDate): UpgradeTarget | null {
  if (cycle === undefined) return null;
  const { cycle: name, status, eol, days_until_eol, latest } = toEolCycle(cycle, today);
  return { cycle: name, status, eol, days_until_eol, latest };
}

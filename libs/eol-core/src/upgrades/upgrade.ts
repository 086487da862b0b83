import type { CycleStatus } from '../status/eol-cycle';
import type { IndexedProduct } from '../products/indexed-product';
import type { CalendarDate, Cycle } from '../products/product';
import { toEolCycle } from '../status/status';
import { isNewestOut, isWorthLeaving, SUPPORT_DAYS_WANTED, upgradeTargets } from './upgrade-targets';

/** A cycle to move to, in wire names; its members mean what they mean of every cycle. */
export interface UpgradeTarget {
  readonly cycle: string;
  readonly status: CycleStatus;
  readonly eol: CalendarDate | null;
  readonly days_until_eol: number | null;
  readonly extended_support_until: CalendarDate | null;
  readonly latest: string | null;
  readonly lts: CalendarDate | boolean;
}

/** Why there is no cycle to move to: nothing newer is out, or nothing newer lasts longer than the cycle itself. */
export type NoUpgradeReason = 'no_newer_cycle' | 'none_lasts_longer';

/** The cycles to move to, in wire names (`UpgradeTargets`). */
export interface Upgrade {
  readonly nearest: UpgradeTarget | null;
  readonly recommended: UpgradeTarget | null;
  readonly newest: UpgradeTarget | null;
  /** Only where `nearest` is null. */
  readonly reason?: NoUpgradeReason;
  /** Whether all cycles of the product are at hand; where not, there may be a nearer or a newer one. */
  readonly complete: boolean;
}

/** How the advice on a cycle is given. */
export interface UpgradeOptions {
  /** False for a selection of the data. */
  readonly complete?: boolean;
  /** Days of support that a caller demands of every target; 0 unless said. */
  readonly clearDays?: number;
}

interface Advice {
  readonly today: CalendarDate;
  readonly complete: boolean;
  readonly clearDays: number;
  readonly upgrade: Upgrade | undefined;
}

/** What was said last of each cycle; it lasts as long as the snapshot that the cycle is of. */
const advices = new WeakMap<Cycle, Advice>();

/**
 * Where to move to from a cycle of a product on a day; undefined where there is no need: the cycle is supported and has 180 days
 * left, or as many as the caller demands. Found once per cycle and day.
 */
export function upgradeOf(
  product: IndexedProduct,
  cycle: Cycle,
  today: CalendarDate,
  { complete = true, clearDays = 0 }: UpgradeOptions = {},
): Upgrade | undefined {
  const known = advices.get(cycle);
  if (known?.today === today && known.complete === complete && known.clearDays === clearDays) return known.upgrade;
  const isNeeded = isWorthLeaving(cycle, today, Math.max(SUPPORT_DAYS_WANTED, clearDays));
  const upgrade = isNeeded ? adviceOn(product, cycle, today, complete, clearDays) : undefined;
  advices.set(cycle, { today, complete, clearDays, upgrade });
  return upgrade;
}

function adviceOn(
  product: IndexedProduct,
  cycle: Cycle,
  today: CalendarDate,
  complete: boolean,
  clearDays: number,
): Upgrade {
  const targets = upgradeTargets(product, cycle, today, clearDays);
  const [nearest = null, recommended = null, newest = null] = [
    targets.nearest,
    targets.recommended,
    targets.newest,
  ].map((cycle) => (cycle === null ? null : toTarget(cycle, today)));
  if (nearest !== null) return { nearest, recommended, newest, complete };
  const reason = isNewestOut(product, cycle, today) ? 'no_newer_cycle' : 'none_lasts_longer';
  return { nearest, recommended, newest, reason, complete };
}

/** A cycle as one to move to. */
export function toTarget(cycle: Cycle, today: CalendarDate): UpgradeTarget {
  const { cycle: name, status, eol, days_until_eol, extended_support_until, latest, lts } = toEolCycle(cycle, today);
  return { cycle: name, status, eol, days_until_eol, extended_support_until, latest, lts };
}

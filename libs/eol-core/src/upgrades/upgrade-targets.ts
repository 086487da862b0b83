import type { IndexedProduct } from '../products/indexed-product';
import type { CalendarDate, Cycle } from '../products/product';
import type { Release } from '../products/releases';
import { daysUntilEol, isLtsOn, isOut, statusOn } from '../status/status';
import { newerCycles, newerReleases, onePerVersion } from './upgrade-order';

/** With fewer days of support left a cycle is worth leaving; with as many left another one is worth moving to. */
export const SUPPORT_DAYS_WANTED = 180;

/**
 * Newer cycles of a product to move to from one of its cycles. All are out, have not ended, and end later than the cycle itself;
 * in the order of versions `nearest` comes first and `newest` last.
 */
export interface UpgradeTargets {
  /** The smallest step to a cycle with 180 days of support left; where none has as many, the smallest step of all. */
  readonly nearest: Cycle | null;
  /** The long-term cycle with 180 days left that is supported longest; null where none is newer, or the product has none. */
  readonly recommended: Cycle | null;
  /** The greatest step. */
  readonly newest: Cycle | null;
}

/** Whether a cycle should be left on a day: it has ended, gets only security fixes, or ends within so many days. */
export function isWorthLeaving(cycle: Cycle, today: CalendarDate, days = SUPPORT_DAYS_WANTED): boolean {
  return statusOn(cycle, today) !== 'supported' || isEnding(cycle, today, days);
}

/** Whether a cycle has ended or ends within so many days. */
export function isEnding(cycle: Cycle, today: CalendarDate, days = SUPPORT_DAYS_WANTED): boolean {
  return !lasts(cycle, today, days);
}

/** The newer cycles of a product that are out and have not ended on a day, the smallest step first. */
export function upgradeCandidates(product: IndexedProduct, from: Cycle, today: CalendarDate): readonly Cycle[] {
  return liveReleases(product, from, today).map(({ cycle }) => cycle);
}

/** The cycles of a product that are out and have not ended on a day, in the order of the snapshot: newest first. */
export function liveCycles({ product }: IndexedProduct, today: CalendarDate): readonly Cycle[] {
  return product.cycles.filter((cycle) => isOut(cycle, today) && lasts(cycle, today, 0));
}

/** Those of them that end later than the cycle itself: the only ones that are worth a step. */
export function lastingCandidates(product: IndexedProduct, from: Cycle, today: CalendarDate): readonly Cycle[] {
  return upgradeCandidates(product, from, today).filter((cycle) => endsLater(cycle, from));
}

/**
 * Finds the cycles to move to from a cycle of a product on a day; of the editions of one version the plainest that will do.
 * @param clearDays days of support that a caller demands of them, where any cycle has as many; for `nearest` never fewer than 180
 */
export function upgradeTargets(
  product: IndexedProduct,
  from: Cycle,
  today: CalendarDate,
  clearDays = 0,
): UpgradeTargets {
  const all = liveReleases(product, from, today).filter(({ cycle }) => endsLater(cycle, from));
  const lasting = (days: number): readonly Release[] => all.filter(({ cycle }) => lasts(cycle, today, days));
  const clear = orElse(lasting(clearDays), all);
  const wanted = orElse(lasting(Math.max(SUPPORT_DAYS_WANTED, clearDays)), clear);
  return {
    nearest: wanted[0]?.cycle ?? null,
    recommended: longestLts(
      wanted.map(({ cycle }) => cycle),
      today,
    ),
    newest: onePerVersion(clear).at(-1)?.cycle ?? null,
  };
}

/** What was found last from each cycle; it lasts as long as the snapshot that the cycle is of. */
const found = new WeakMap<
  Cycle,
  { readonly product: IndexedProduct; readonly today: CalendarDate; readonly releases: readonly Release[] }
>();

function liveReleases(product: IndexedProduct, from: Cycle, today: CalendarDate): readonly Release[] {
  const known = found.get(from);
  if (known?.product === product && known.today === today) return known.releases;
  const releases = newerReleases(product, from.name, (cycle) => isOut(cycle, today) && lasts(cycle, today, 0));
  found.set(from, { product, today, releases });
  return releases;
}

/** What to begin with of a whole product. */
export interface ProductAdvice {
  /** The long-term cycle with 180 days of support left that is supported longest; null where there is none. */
  readonly recommended: Cycle | null;
  /** The newest cycle that has not ended; null where there is none, or where the names of several have no order. */
  readonly newest: Cycle | null;
}

/** The cycles of a product to begin with on a day. */
export function productAdvice(product: IndexedProduct, today: CalendarDate): ProductAdvice {
  const live = liveCycles(product, today);
  const isLive = new Set(live);
  // The snapshot's order is newest first.
  return { recommended: longestLts([...live].reverse(), today), newest: onlyLast(product, live, isLive) };
}

/** The one of some cycles that none of them is newer than; null where there are several, of which the second one is not looked beyond. */
function onlyLast(product: IndexedProduct, cycles: readonly Cycle[], among: ReadonlySet<Cycle>): Cycle | null {
  let last: Cycle | null = null;
  for (const cycle of cycles) {
    if (newerCycles(product, cycle.name, (other) => among.has(other)).length > 0) continue;
    if (last !== null) return null;
    last = cycle;
  }
  return last;
}

/** Whether no newer cycle of a product is out on a day, ended or not. */
export function isNewestOut(product: IndexedProduct, cycle: Cycle, today: CalendarDate): boolean {
  return newerCycles(product, cycle.name, (candidate) => isOut(candidate, today)).length === 0;
}

/** The long-term cycle among some, lowest first, that is supported longest; of equals the last. */
function longestLts(cycles: readonly Cycle[], today: CalendarDate): Cycle | null {
  let longest: Cycle | null = null;
  for (const cycle of cycles) {
    if (!isLtsOn(cycle, today) || !lasts(cycle, today, SUPPORT_DAYS_WANTED)) continue;
    if (longest === null || endOf(cycle) >= endOf(longest)) longest = cycle;
  }
  return longest;
}

function orElse(first: readonly Release[], second: readonly Release[]): readonly Release[] {
  return first.length > 0 ? first : second;
}

/** Whether a cycle has not ended and has so many days left; one without a date has as many as anybody wants. */
function lasts(cycle: Cycle, today: CalendarDate, days: number): boolean {
  return statusOn(cycle, today) !== 'eol' && (daysUntilEol(cycle, today) ?? days) >= days;
}

/** Whether a cycle is supported when another has ended; where neither has a date, nothing speaks against it. */
function endsLater(cycle: Cycle, than: Cycle): boolean {
  return cycle.eolFrom === null || endOf(cycle) > endOf(than);
}

/** After every date where none is set and the cycle goes on, before every one where it does not. */
function endOf({ eolFrom, isEol }: Cycle): string {
  return eolFrom ?? (isEol ? '' : '9999-12-31');
}

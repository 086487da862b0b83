import type { CheckItem } from './check-item';
import type { EolCycle } from './eol-cycle';
import type { IndexedProduct } from './indexed-product';
import type { CalendarDate, Cycle } from './product';
import type { ProductIndex } from './product-index';
import { toEolCycle } from './status';
import { suggestItems } from './suggest-items';
import { upgradeOf, type Upgrade, type UpgradeOptions } from './upgrade';
import { matchVersion } from './version-match';

/** The answer to one question of a batch, in its wire names; `upgrade` where the cycle should be left (`upgradeOf`). */
export type CheckResult =
  | (CheckEcho & { readonly found: true } & ResolvedProduct & { readonly match: EolCycle; readonly upgrade?: Upgrade })
  | (CheckEcho & { readonly found: false } & ResolvedProduct & { readonly reason: 'unknown_version' } & Suggested)
  | (CheckEcho & { readonly found: false; readonly reason: 'unknown_product' } & Suggested);

/** Position and question, as sent. */
export interface CheckEcho extends CheckItem {
  readonly index: number;
}

interface Suggested {
  /** At most five, closest first: ids of products, or `product@cycle` where only the version is not known. */
  readonly suggestions: readonly string[];
}

interface ResolvedProduct {
  /** Canonical product id. */
  readonly resolved: string;
  readonly label: string;
}

/** The `data` of a batch answer, in its wire names. `matched + unknown_count = count`. */
export interface CheckReport {
  readonly count: number;
  readonly matched: number;
  readonly unknown_count: number;
  /** One entry per item, in the order of the items. */
  readonly results: readonly CheckResult[];
  /** The entries that were not found. */
  readonly unknown: readonly CheckResult[];
}

/** Answers a batch on a day. Never throws; nothing known is a report with `matched` 0, which routes answer with 404. */
export function checkItems(
  index: ProductIndex,
  items: readonly CheckItem[],
  today: CalendarDate,
  options?: UpgradeOptions,
): CheckReport {
  const results = items.map((item, position) => checkItem(index, item, position, today, options));
  const unknown = results.filter((result) => !result.found);
  return {
    count: results.length,
    matched: results.length - unknown.length,
    unknown_count: unknown.length,
    results,
    unknown,
  };
}

/** What a question of a batch is about: neither where the product is not known, the product alone where the version is not. */
export interface MatchedItem {
  readonly entry: IndexedProduct | undefined;
  readonly cycle: Cycle | undefined;
}

/** Finds the release cycle that a question asks about. */
export function matchItem(products: ProductIndex, { product, version }: CheckItem): MatchedItem {
  const entry = products.find(product);
  return { entry, cycle: entry && matchVersion(entry, version) };
}

function checkItem(
  products: ProductIndex,
  item: CheckItem,
  index: number,
  today: CalendarDate,
  options: UpgradeOptions | undefined,
): CheckResult {
  const { product, version } = item;
  const { entry, cycle } = matchItem(products, item);
  if (entry === undefined) {
    const suggestions = suggestItems(products, item, undefined);
    return { index, product, version, found: false, reason: 'unknown_product', suggestions };
  }
  const { id: resolved, label } = entry.product;
  if (cycle === undefined) {
    const suggestions = suggestItems(products, item, entry);
    return { index, product, version, found: false, resolved, label, reason: 'unknown_version', suggestions };
  }
  const match = toEolCycle(cycle, today);
  const upgrade = upgradeOf(entry, cycle, today, options);
  const found = { index, product, version, found: true, resolved, label, match } as const;
  return upgrade === undefined ? found : { ...found, upgrade };
}

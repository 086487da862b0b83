import type { CheckItem } from '../matching/check-item';
import type { EolCycle } from '../status/eol-cycle';
import type { IndexedProduct } from '../products/indexed-product';
import type { CalendarDate, Cycle } from '../products/product';
import type { ProductIndex } from '../products/product-index';
import { toEolCycle } from '../status/status';
import { suggestItems } from '../suggestions/suggest-items';
import { upgradeOf, type Upgrade, type UpgradeOptions } from '../upgrades/upgrade';
import { matchVersion } from '../matching/version-match';

/** The products that package URLs name, as far as a batch needs to know (`ProductPackages`). */
export interface PurlOwners {
  ownerNamed(
    purl: string,
  ):
    | { readonly kind: 'product'; readonly entry: IndexedProduct; has(version: string): boolean }
    | { readonly kind: 'ambiguous'; readonly products: readonly string[] }
    | undefined;
}

/** How a batch is answered. */
export interface CheckOptions extends UpgradeOptions {
  /** Absent: a package URL is no name of a product. */
  readonly packages?: PurlOwners | undefined;
}

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
  options?: CheckOptions,
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
  /** Products that a package URL may mean, where it is not that of one. */
  readonly meant?: readonly string[];
}

/** Finds the release cycle that a question asks about. @param packages without them a package URL is no name of a product */
export function matchItem(products: ProductIndex, { product, version }: CheckItem, packages?: PurlOwners): MatchedItem {
  if (packages !== undefined && PURL.test(product)) {
    const owner = packages.ownerNamed(product.trim());
    if (owner === undefined) return NOTHING;
    if (owner.kind === 'ambiguous') return { ...NOTHING, meant: owner.products };
    // A version that was published under another name is none of this package.
    return { entry: owner.entry, cycle: owner.has(version) ? matchVersion(owner.entry, version) : undefined };
  }
  const entry = products.find(product);
  return { entry, cycle: entry && matchVersion(entry, version) };
}

const PURL = /^\s*pkg:/i;
const NOTHING: MatchedItem = { entry: undefined, cycle: undefined };

/** What a question that was not found may have meant: at most five products, or cycles of the one that was found. */
export function suggestionsFor(
  products: ProductIndex,
  item: CheckItem,
  { entry, meant }: MatchedItem,
): readonly string[] {
  if (meant !== undefined) return meant.slice(0, SUGGESTED_MAX);
  // What a package is called says nothing of products.
  if (entry === undefined && PURL.test(item.product)) return [];
  return suggestItems(products, item, entry);
}

const SUGGESTED_MAX = 5;

function checkItem(
  products: ProductIndex,
  item: CheckItem,
  index: number,
  today: CalendarDate,
  options: CheckOptions | undefined,
): CheckResult {
  const { product, version } = item;
  const matched = matchItem(products, item, options?.packages);
  const { entry, cycle } = matched;
  if (entry === undefined) {
    const suggestions = suggestionsFor(products, item, matched);
    return { index, product, version, found: false, reason: 'unknown_product', suggestions };
  }
  const { id: resolved, label } = entry.product;
  if (cycle === undefined) {
    const suggestions = suggestionsFor(products, item, matched);
    return { index, product, version, found: false, resolved, label, reason: 'unknown_version', suggestions };
  }
  const match = toEolCycle(cycle, today);
  const upgrade = upgradeOf(entry, cycle, today, options);
  return upgrade === undefined
    ? { index, product, version, found: true, resolved, label, match }
    : { index, product, version, found: true, resolved, label, match, upgrade };
}

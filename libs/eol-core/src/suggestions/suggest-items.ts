import { matchVersion } from '../matching/version-match';
import type { CheckItem } from '../matching/check-item';
import type { IndexedProduct } from '../products/indexed-product';
import type { ProductIndex } from '../products/product-index';
import { sharedWord } from './shared-words';
import { spell } from '../products/spelling';
import { suggestProducts, SUGGESTIONS_MAX } from './suggest';
import { suggestCycles } from './suggest-cycles';

/**
 * At most five answers to what an unknown product and version may have meant: ids of products where the product is not known, and
 * `product@cycle` where only the version is not: cycles of products that share the name and know the version (`windows 2022` may be
 * `windows-server@2022`), then the closest cycles of the product itself.
 * @param product the product that the item names; undefined where it names none
 */
export function suggestItems(
  index: ProductIndex,
  item: CheckItem,
  product: IndexedProduct | undefined,
): readonly string[] {
  if (product === undefined) return suggestProducts(index, item.product, item.version);
  const others = othersKnowing(index, item, product).map(({ id, cycle }) => `${id}@${cycle}`);
  const own = suggestCycles(product, item.version).map((cycle) => `${product.product.id}@${cycle}`);
  return [...others, ...own].slice(0, SUGGESTIONS_MAX);
}

/** Of the products that a word is said of, those besides the one it names that know a version, each with its cycle. */
export function othersKnowing(
  index: ProductIndex,
  { product: text, version }: CheckItem,
  product: IndexedProduct,
): readonly { readonly id: string; readonly cycle: string }[] {
  return sharedWord(spell('', text).squashed).flatMap((id) => {
    const other = index.get(id);
    const cycle = other === undefined || other === product ? undefined : matchVersion(other, version);
    return cycle === undefined ? [] : [{ id, cycle: cycle.name }];
  });
}

/** At most five of several lists of suggestions: the first of each list, then the second ones. */
export function mergeSuggestions(lists: Iterable<readonly string[]>): readonly string[] {
  const kept: (readonly string[])[] = [];
  const firsts = new Set<string>();
  for (const list of lists) {
    if (list[0] === undefined) continue;
    kept.push(list);
    if (firsts.add(list[0]).size === SUGGESTIONS_MAX) break;
  }
  const merged = new Set<string>();
  for (let at = 0; at < SUGGESTIONS_MAX; at++)
    for (const list of kept) if (list[at] !== undefined) merged.add(list[at]!);
  return [...merged].slice(0, SUGGESTIONS_MAX);
}

import type { ImagePart, ImageReference } from '@stackcheck/image-parser';
import type { IndexedProduct } from '../products/indexed-product';
import type { CalendarDate, Cycle } from '../products/product';
import type { ProductIndex } from '../products/product-index';
import { isOut, statusOn } from '../status/status';
import type { MeantImage } from './suggest-images';
import { suggestItems } from '../suggestions/suggest-items';
import { suggestProducts, SUGGESTIONS_MAX } from '../suggestions/suggest';

/** What suggestions for parts of an image are made from. */
export interface SuggestionSources {
  readonly index: ProductIndex;
  /** What an unknown repository may mean (`meantImages`). */
  readonly meant: (reference: ImageReference) => MeantImage;
}

/**
 * At most five names for a part of an image that is in no cycle: for an unknown repository known images and products that are
 * written nearly so; for an unknown version the closest cycles as `product@cycle`; without a version those that are supported.
 * @param product what the part is of, where that is known
 */
export function suggestPart(
  part: ImagePart,
  product: IndexedProduct | undefined,
  reference: ImageReference,
  { index, meant }: SuggestionSources,
  today: CalendarDate,
): readonly string[] {
  const { role, version } = part;
  if (product === undefined) {
    if (role === 'image') return part.product === null ? meant(reference).suggestions : [];
    // A tag like `jdk17` of no vendor that it names.
    return role === 'runtime' && part.product === null ? suggestProducts(index, 'java', version ?? undefined) : [];
  }
  const { repository } = reference;
  const name = role === 'image' ? repository.slice(repository.lastIndexOf('/') + 1) : product.product.id;
  if (version !== null) return suggestItems(index, { product: name, version }, product);
  const supported = supportedCycles(product, today);
  return supported.length > 0 ? supported : suggestProducts(index, name);
}

/** The highest numbered cycles that are out and have not ended, or the newest ones with a name. */
function supportedCycles({ product, plain }: IndexedProduct, today: CalendarDate): readonly string[] {
  const supported: string[] = [];
  const count = plain.length > 0 ? plain.length : product.cycles.length;
  for (let at = 0; at < count && supported.length < SUGGESTIONS_MAX; at++) {
    const cycle = plain[count - 1 - at]?.cycle ?? product.cycles[at]!;
    if (isSupported(cycle, today)) supported.push(`${product.id}@${cycle.name}`);
  }
  return supported;
}

function isSupported(cycle: Cycle, today: CalendarDate): boolean {
  return statusOn(cycle, today) !== 'eol' && isOut(cycle, today);
}

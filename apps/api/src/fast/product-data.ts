import type { EolIndex } from '@stackcheck/datasets/eol';
import type { IndexedProduct } from '@stackcheck/eol-core/matching';
import { productOn } from '@stackcheck/queries/eol';
import { pack, type GzipMembers } from './gzip-members';

const known = new WeakMap<IndexedProduct, { readonly today: string; readonly gzipped: GzipMembers }>();

/**
 * A product's answer as JSON up to the value of `meta`. Made and compressed once per day and kept as long as the snapshot that
 * the product is of: to make it takes longer than all other computing of the answer.
 * @param today UTC day, `YYYY-MM-DD`
 */
export function productData(eol: Pick<EolIndex, 'packages'>, product: IndexedProduct, today: string): GzipMembers {
  const before = known.get(product);
  if (before?.today === today) return before.gzipped;
  const gzipped = pack(`{"data":${JSON.stringify(productOn(eol, product, today))},"meta":`);
  known.set(product, { today, gzipped });
  return gzipped;
}

import type { MetaDeps } from '@stackcheck/queries';
import { requireProduct, type EolProductInput } from '@stackcheck/queries/eol';
import type { GzipMembers } from './gzip-members';
import { productData } from './product-data';
import { withMeta } from './with-meta';

/**
 * The answer of the query `eol_product` as bytes and gzip members: all but the instant of the answer is compressed once. Only
 * answers of today are written so, as with `checkAnswer`.
 */
export function productAnswer(
  { product: text, as_of: asOf }: EolProductInput,
  deps: MetaDeps,
): (GzipMembers & { readonly contentType: string }) | undefined {
  if (asOf !== undefined && asOf !== null) return undefined;
  const snapshot = deps.data('eol');
  const product = requireProduct(snapshot, text);
  const members = withMeta(productData(snapshot.index, product, deps.today), snapshot.manifest, deps.metaOf('eol'));
  return { bytes: members.bytes, gzipped: members.gzipped, contentType: 'application/json' };
}

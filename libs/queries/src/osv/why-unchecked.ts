import type { OsvIndex } from '@stackcheck/datasets/osv';
import { readPackage, type UncheckedReason } from '@stackcheck/osv-core';

/**
 * Why nothing can be said about a purl; null where something may be. What that is, is not looked at: of a package in a starter's
 * selection only a finding is an answer, and whether there is one is sold.
 */
export function whyUnchecked(index: Pick<OsvIndex, 'covers' | 'isListed'>, purl: string): UncheckedReason | null {
  const query = readPackage(purl);
  if (!query.ok) return query.reason;
  return index.covers(query.ecosystem) || index.isListed(query.ecosystem, query.names) ? null : 'no_data';
}

import type { OsvIndex } from '@stackcheck/datasets/osv';
import { readPackage, type UncheckedReason } from '@stackcheck/osv-core';
import { doubtOfName } from '@stackcheck/osv-core/report';

/**
 * Why nothing can be said about a purl; null where something may be. What that is, is not looked at: of a package in a starter's
 * selection only a finding is an answer, and whether there is one is sold.
 */
export function whyUnchecked(index: Pick<OsvIndex, 'covers' | 'isListed'>, purl: string): UncheckedReason | null {
  const query = readPackage(purl);
  if (!query.ok) return query.reason;
  const isListed = index.isListed(query.ecosystem, query.names);
  if (query.listedOnly === true) return isListed ? null : 'invalid_version';
  if (isListed) return null;
  return index.covers(query.ecosystem) && doubtOfName(query) === undefined ? null : 'no_data';
}

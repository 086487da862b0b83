import { asClause } from '@stackcheck/contract/wording';
import type { Manifest } from '@stackcheck/datasets';
import type { OsvIndex } from '@stackcheck/datasets/osv';
import { PURL_TYPES, readPackage, SIMILAR_MAX, type UncheckedReason } from '@stackcheck/osv-core';
import { doubtOfName } from '@stackcheck/osv-core/report';
import { inSelection } from '../query/in-selection';

/** A snapshot of package advisories that was asked. */
interface OsvSnapshot {
  readonly manifest: Pick<Manifest, 'dataset' | 'starter'>;
  readonly index: Pick<OsvIndex, 'covers' | 'isListed' | 'similarTo'>;
}

/** One of the purls, with why it was not checked. */
export interface UncheckableEntry {
  readonly purl: string;
  readonly reason: UncheckedReason;
}

const REASONS_SHOWN = 5;

/**
 * Why nothing can be said about any purl of a list: the first reasons with listed names of similar spelling, the types that there
 * are where one is another, and, of a starter's selection, that it lacks most packages.
 * @param list what the caller calls the list
 */
export function whyNoneCheckable(
  list: string,
  entries: readonly UncheckableEntry[],
  { manifest, index }: OsvSnapshot,
): string {
  const shown = entries.slice(0, REASONS_SHOWN).map(({ purl, reason }, at) => {
    const similar = reason === 'no_data' ? similarTo(index, purl) : [];
    const near = similar.length === 0 ? '' : `; similar: ${similar.join(', ')}`;
    const doubt = reason === 'no_data' ? doubtAbout(index, purl) : '';
    return `${list}[${at}] ${WORDS[reason]} (${reason}${near}${doubt})`;
  });
  const rest = entries.length - shown.length;
  const types = entries.some(({ reason }) => reason === 'unsupported_type');
  const message = [
    `none of the ${list} can be checked: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
    ...(types ? [`supported types: ${PURL_TYPES.join(', ')}`] : []),
  ].join('; ');
  return entries.some(({ reason }) => reason === 'no_data') ? inSelection(manifest, message) : message;
}

const WORDS: Readonly<Record<UncheckedReason, string>> = {
  invalid_purl: 'is no package URL such as pkg:npm/lodash@4.17.21',
  unsupported_type: 'is of a type without advisories here',
  no_version: 'names no version',
  invalid_version: 'names no single version',
  no_data: 'has no data here',
};

function similarTo(index: OsvSnapshot['index'], purl: string): readonly string[] {
  const query = readPackage(purl);
  if (!query.ok || index.isListed(query.ecosystem, query.names)) return [];
  return (index.similarTo?.(query.ecosystem, query.names) ?? []).slice(0, SIMILAR_MAX);
}

/** What to ask instead, where the data cover an ecosystem and yet say nothing by the names of its packages. */
function doubtAbout(index: OsvSnapshot['index'], purl: string): string {
  const query = readPackage(purl);
  if (!query.ok || !index.covers(query.ecosystem) || index.isListed(query.ecosystem, query.names)) return '';
  const doubt = doubtOfName(query);
  return doubt === undefined ? '' : `; ${asClause(doubt)}`;
}

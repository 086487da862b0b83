import type { AnswerMeta } from '@stackcheck/datasets';
import { sha256Hex } from '@stackcheck/signing';
import { shortHash } from '@stackcheck/signing/bytes';
import type { MetaDeps } from '../query/query';

/** The metadata of each dataset that a combined answer is from. */
export type PartMetas = Readonly<Partial<Record<'eol' | 'kev' | 'osv' | 'epss', AnswerMeta>>>;

/** The metadata of a combined answer: as of a dataset's, with those of its parts. */
export interface StackMeta extends AnswerMeta {
  readonly datasets: PartMetas;
}

/**
 * Joins the metadata of parts: as old as the oldest, stale or starter when any is, with all licences, attributions and notices. Its hash
 * is of the parts' hashes, and its signatures are theirs, in the order of `datasets`, joined by points.
 */
export function stackMeta(datasets: PartMetas, { nowMs, baseUrl }: Pick<MetaDeps, 'nowMs' | 'baseUrl'>): StackMeta {
  const parts = Object.values(datasets);
  const joined = (name: 'licence' | 'attribution' | 'notice', separator: string) =>
    [...new Set(parts.map((part) => part[name]))].join(separator);
  const [asOf = ''] = parts.map(({ as_of }) => as_of).sort();
  const sha256 = sha256Hex(parts.map((part) => `${part.dataset}:${part.sha256}\n`).join(''));
  return {
    dataset: 'stack',
    snapshot_id: `stack-${asOf.replace(/[-:]/g, '')}-${shortHash(sha256)}`,
    as_of: asOf,
    retrieved_at: new Date(nowMs).toISOString(),
    source: `${baseUrl}/health`,
    licence: joined('licence', '; '),
    attribution: joined('attribution', '; '),
    sha256,
    signature: parts.map(({ signature }) => signature).join('.'),
    key_id: [...new Set(parts.map(({ key_id }) => key_id))].join('.'),
    manifest_url: '/health',
    stale: parts.some(({ stale }) => stale),
    starter: parts.some(({ starter }) => starter),
    notice: joined('notice', ' '),
    datasets,
  };
}

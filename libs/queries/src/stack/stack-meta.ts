import type { AnswerMeta } from '@stackcheck/datasets/serve';
import { sha256Hex } from '@stackcheck/signing/sha256';
import type { MetaDeps } from '../query/query';

/** The metadata of each dataset that a combined answer is from. */
export type PartMetas = Readonly<Partial<Record<'eol' | 'kev' | 'osv' | 'epss', AnswerMeta>>>;

/** By what one part of a combined answer is proven. */
export interface PartSignature {
  readonly dataset: string;
  readonly snapshot_id: string;
  readonly key_id: string;
  readonly signature: string;
  /** The whole URL of the manifest that the signature is of. */
  readonly manifest_url: string;
}

/** The metadata of a combined answer: as of a dataset's, with those of its parts. */
export interface StackMeta extends AnswerMeta {
  /** One for each part, in the order of `datasets`. */
  readonly signatures: readonly PartSignature[];
  readonly datasets: PartMetas;
}

/**
 * Joins the metadata of parts: as old as the oldest, stale or starter when any is, with all licences, attributions and notices, each
 * sentence once. Its hash is of the parts' hashes, and its signatures are theirs, in the order of `datasets`.
 */
export function stackMeta(datasets: PartMetas, { nowMs, baseUrl }: Pick<MetaDeps, 'nowMs' | 'baseUrl'>): StackMeta {
  const parts = Object.values(datasets);
  const [asOf = ''] = parts.map(({ as_of }) => as_of).sort();
  const sha256 = sha256Hex(parts.map((part) => `${part.dataset}:${part.sha256}\n`).join(''));
  return {
    dataset: 'stack',
    snapshot_id: `stack-${asOf.replace(/[-:]/g, '')}-${sha256.slice(0, SHORT_HASH_CHARS)}`,
    as_of: asOf,
    retrieved_at: new Date(nowMs).toISOString(),
    source: `${baseUrl}/health`,
    licence: [...new Set(parts.map(({ licence }) => licence))].join('; '),
    attribution: [...new Set(parts.map(({ attribution }) => attribution))].join(' '),
    sha256,
    signature: parts.map(({ signature }) => signature).join('.'),
    key_id: [...new Set(parts.map(({ key_id }) => key_id))].join('.'),
    manifest_url: '/health',
    stale: parts.some(({ stale }) => stale),
    starter: parts.some(({ starter }) => starter),
    notice: [...new Set(parts.flatMap(({ notice }) => notice.split(SENTENCE_END)))].join(' '),
    signatures: parts.map(({ dataset, snapshot_id, key_id, signature, manifest_url }) => ({
      dataset,
      snapshot_id,
      key_id,
      signature,
      manifest_url: `${baseUrl}${manifest_url}`,
    })),
    datasets,
  };
}

/** As many of a digest's digits as name a snapshot. */
const SHORT_HASH_CHARS = 8;

const SENTENCE_END = /(?<=\.) /;

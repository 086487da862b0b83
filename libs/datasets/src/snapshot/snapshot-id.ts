import { shortHash } from '@stackcheck/signing/bytes';
import type { DatasetId } from './snapshot';

/** An instant as ISO 8601 UTC to the second, e.g. `2026-11-20T06:22:05Z`; the resolution of a snapshot's time. */
export function toInstant(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

/**
 * The id of a snapshot: `<dataset>-<UTC compact>-<8 hex>`, e.g.
 * `eol-20261120T062205Z-1a2b3c4d`.
 * @param asOf the snapshot's time as `toInstant` writes it
 * @param sha256 digest of its content
 */
export function snapshotId(dataset: DatasetId, asOf: string, sha256: string): string {
  return `${dataset}-${asOf.replace(/[-:]/g, '')}-${shortHash(sha256)}`;
}

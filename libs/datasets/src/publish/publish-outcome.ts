import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import { IndexFileError } from '../snapshot/index-file';
import { LeaseLostError, StoreError, type Lease } from '../store/snapshot-store';
import { UpstreamError } from '../upstream/upstream';
import type { DatasetId, Manifest } from '../snapshot/snapshot';
import { withLease, type LeaseDeps } from './with-lease';

/** How a refresh ended. Only `published` and `unchanged` renew freshness; the last good snapshot stays in any case. */
export type PublishOutcome =
  | { readonly kind: 'published'; readonly manifest: Manifest }
  /** `not_modified`: upstream said so. `same_content`: its bytes gave the current snapshot's content. */
  | { readonly kind: 'unchanged'; readonly snapshotId: string; readonly how: 'not_modified' | 'same_content' }
  /** A guard, or the shape of upstream's document, stands against it. */
  | {
      readonly kind: 'refused';
      readonly rules: readonly string[];
      readonly reason: string;
      readonly sha256: string | null;
    }
  /** Upstream could not be fetched, or what it gave could not be stored. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Another worker is at it, or took over in the middle. Nothing was written. */
  | { readonly kind: 'busy'; readonly reason: string };

/** An outcome that published nothing for a reason of its own. */
export type Refusal = Extract<PublishOutcome, { readonly kind: 'failed' | 'refused' }>;

/**
 * Runs a refresh under the dataset's lease. Every failure that can be expected becomes an outcome, and a refusal is recorded
 * in the store for `/health`; where the store itself cannot be written, the outcome alone says so.
 * @throws what nobody foresaw
 */
export async function refreshUnderLease(
  dataset: DatasetId,
  deps: LeaseDeps,
  work: (lease: Lease) => Promise<PublishOutcome>,
): Promise<PublishOutcome> {
  try {
    return await withLease<PublishOutcome>(dataset, deps, async (lease) => {
      try {
        return await work(lease);
      } catch (error) {
        if (error instanceof LeaseLostError) return { kind: 'busy', reason: error.message };
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        recordIfPossible(lease, deps, refusal);
        return refusal;
      }
    });
  } catch (error) {
    const refusal = error instanceof StoreError ? refusalOf(error) : undefined;
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/** Records why nothing was published, and gives the refusal back. */
export function recordRefusal(lease: Lease, { store, clock }: LeaseDeps, refusal: Refusal): Refusal {
  store.refuse(lease, refusal.reason, clock.now());
  return refusal;
}

function recordIfPossible(lease: Lease, deps: LeaseDeps, refusal: Refusal): void {
  try {
    recordRefusal(lease, deps, refusal);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

function refusalOf(error: unknown): Refusal | undefined {
  const isForeseen = [UpstreamError, IndexFileError, StoreError].some((type) => error instanceof type);
  if (isForeseen) return { kind: 'failed', reason: (error as Error).message };
  if (error instanceof UpstreamShapeError) {
    return { kind: 'refused', rules: ['upstream_shape'], reason: `upstream_shape: ${error.message}`, sha256: null };
  }
  return undefined;
}

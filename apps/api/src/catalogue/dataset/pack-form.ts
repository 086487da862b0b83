import { ServiceError } from '@stackcheck/contract';
import { hasPack, type Manifest } from '@stackcheck/datasets/advisories';

/** Media type of a pack. */
export const PACK_TYPE = 'application/vnd.stackcheck.advisory-pack';

/** Why a snapshot is not sold as a pack, after what it is. */
export const WITHOUT_PACK = 'it was published without a pack, the next one will have one; "form=json" is there now';

/** What can be asked of a download route besides its dataset. */
export interface SnapshotParams {
  readonly since?: string;
  readonly form?: 'json' | 'pack';
}

/**
 * What a pack can be asked together with, and of which snapshots.
 * @throws ServiceError `bad_request` with `since`, `dataset_unavailable` where the snapshot has no pack
 */
export function requirePack({ since }: SnapshotParams, manifest: Manifest): void {
  if (since !== undefined) {
    throw new ServiceError('bad_request', {
      message: 'form=pack is of a whole snapshot: leave out "since" for the pack, or "form" for what changed',
    });
  }
  if (hasPack(manifest)) return;
  throw new ServiceError('dataset_unavailable', {
    message: `the pack of snapshot ${manifest.snapshot_id}: ${WITHOUT_PACK}`,
  });
}

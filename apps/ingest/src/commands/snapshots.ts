import {
  DEFAULT_RETENTION,
  manifestFault,
  MISSING_INDEX,
  registeredDataset,
  removeOldSnapshots,
  rollbackTo,
  verifySnapshot,
  type DatasetId,
  type Manifest,
  type Retention,
  type VerifierMap,
} from '@stackcheck/datasets';
import { sha256Hex } from '@stackcheck/signing';
import { readVerifiers } from '../keys';
import { leaseUses, LEASE_WAIT_MS } from '../refresh';
import { advisoryFault, rollbackStoredAdvisories } from '../osv/advisory-work';
import type { IngestParts } from '../composition/tokens';
import type { CommandResult } from './command-result';
import { deltaFaultOf } from './deltas';

/** `snapshots list`: what is stored, newest first, the current one marked. */
export function listSnapshots({ store }: IngestParts, id: DatasetId): CommandResult {
  const { currentSnapshotId, refreshedAt, refusal } = store.state(id);
  const rows = store.list(id).map((manifest) => {
    const mark = manifest.snapshot_id === currentSnapshotId ? '*' : ' ';
    const starter = manifest.starter ? '  starter' : '';
    return `${mark} ${manifest.snapshot_id}  ${manifest.fetched_at}  ${manifest.record_count} records${starter}`;
  });
  const refreshed = refreshedAt === null ? 'never' : new Date(refreshedAt).toISOString();
  const status = [
    `last check of upstream that succeeded: ${refreshed}`,
    ...(refusal ? [`last refusal: ${refusal}`] : []),
  ];
  return good([...(rows.length > 0 ? rows : [`no snapshot of "${id}" is stored`]), ...status]);
}

/** `snapshots show`: the manifest of one snapshot, the current one unless named. */
export function showSnapshot({ store }: IngestParts, id: DatasetId, snapshotId?: string): CommandResult {
  const wanted = snapshotId ?? store.state(id).currentSnapshotId;
  const found = wanted === null ? undefined : store.find(id, wanted);
  return found
    ? good([JSON.stringify(found.manifest, null, 2)])
    : bad([`no snapshot "${wanted ?? 'current'}" is stored`]);
}

/**
 * `snapshots verify`: digest, signatures and chain of every stored snapshot, and the delta from it to the current one; of
 * the current one also that the API of this version would serve it.
 */
export async function verifySnapshots(parts: IngestParts, id: DatasetId): Promise<CommandResult> {
  const { store, config } = parts;
  const verifiers = readVerifiers(config.keySetFile);
  const manifests = store.list(id);
  const checked: { readonly ok: boolean; readonly line: string }[] = [];
  for (const [position, manifest] of manifests.entries()) {
    const fault =
      (await faultOf(parts, manifest, manifests[position + 1], position === 0, verifiers)) ??
      deltaFaultOf(store, id, manifest.snapshot_id, verifiers);
    checked.push({ ok: fault === undefined, line: `${manifest.snapshot_id}  ${fault ?? 'ok'}` });
  }
  const lines = checked.length > 0 ? checked.map(({ line }) => line) : [`no snapshot of "${id}" is stored`];
  return { lines, ok: checked.length > 0 && checked.every(({ ok }) => ok) };
}

/** `snapshots rollback`: an earlier content becomes current again, as a new snapshot. */
export async function rollbackSnapshot(parts: IngestParts, id: DatasetId, snapshotId: string): Promise<CommandResult> {
  const lease = leaseUses(parts, LEASE_WAIT_MS);
  const outcome = await (id === 'osv'
    ? rollbackStoredAdvisories(parts, snapshotId, lease)
    : rollbackTo(registeredDataset(id), snapshotId, { ...lease, signer: parts.signingKey.signer }));
  if (outcome.kind !== 'published') return bad([`not rolled back: ${outcome.reason}`]);
  return good([
    `published ${outcome.manifest.snapshot_id} with the content of ${snapshotId}; withdrew ${outcome.withdrawn}`,
  ]);
}

/** `snapshots gc`: removes what retention does not keep. */
export async function collectSnapshots(
  parts: IngestParts,
  id: DatasetId,
  retention: Retention = DEFAULT_RETENTION,
): Promise<CommandResult> {
  const outcome = await removeOldSnapshots(id, retention, leaseUses(parts, LEASE_WAIT_MS));
  if (outcome.kind === 'busy') return bad([`not removed: ${outcome.reason}`]);
  return good([
    `removed ${outcome.snapshotIds.length} snapshot(s) of "${id}"`,
    ...outcome.snapshotIds.map((gone) => `  ${gone}`),
  ]);
}

async function faultOf(
  parts: IngestParts,
  manifest: Manifest,
  older: Manifest | undefined,
  isCurrent: boolean,
  verifiers: VerifierMap,
): Promise<string | undefined> {
  const stored = parts.store.find(manifest.dataset, manifest.snapshot_id);
  if (stored === undefined) return 'is listed but not stored';
  // The oldest kept one may name a predecessor that retention removed.
  if (older !== undefined && manifest.prev_snapshot_id !== older.snapshot_id) return 'its chain skips a snapshot';
  if (manifest.dataset === 'osv') {
    const fault = await advisoryFault(parts, stored);
    // Index files of old snapshots are removed; their manifests and the deltas from them stay.
    return fault === MISSING_INDEX && !isCurrent ? manifestFault(manifest, verifiers) : fault;
  }
  if (isCurrent) {
    const verdict = verifySnapshot(registeredDataset(manifest.dataset), stored, verifiers);
    return verdict.ok ? undefined : verdict.fault;
  }
  if (sha256Hex(stored.content) !== manifest.sha256) return 'its content has another SHA-256';
  return manifestFault(manifest, verifiers);
}

function good(lines: readonly string[]): CommandResult {
  return { lines, ok: true };
}

function bad(lines: readonly string[]): CommandResult {
  return { lines, ok: false };
}

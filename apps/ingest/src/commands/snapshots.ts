import type { DatasetId, Manifest } from '@stackcheck/datasets';
import type { VerifierMap } from '@stackcheck/datasets/open';
import { DEFAULT_RETENTION, removeOldSnapshots, rollbackTo, type Retention } from '@stackcheck/datasets/publish';
import { registeredDataset } from '@stackcheck/datasets/registry';
import { readVerifiers } from '../keys';
import { shareCurrent } from '../nodes/share-current';
import { leaseDeps, LEASE_WAIT_MS, sealingDeps } from '../refresh';
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
  const deps = sealingDeps(parts, leaseDeps(parts, LEASE_WAIT_MS));
  const outcome = await rollbackTo(registeredDataset(id), snapshotId, deps);
  if (outcome.kind !== 'published') return bad([`not rolled back: ${outcome.reason}`]);
  await shareCurrent(parts);
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
  const { advisoryFiles } = parts;
  const outcome = await removeOldSnapshots(id, retention, { ...leaseDeps(parts, LEASE_WAIT_MS), advisoryFiles });
  if (outcome.kind === 'busy') return bad([`not removed: ${outcome.reason}`]);
  await shareCurrent(parts);
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
  const { advisoryFiles } = parts;
  return registeredDataset(manifest.dataset).verify(stored, verifiers, { advisoryFiles, isCurrent });
}

function good(lines: readonly string[]): CommandResult {
  return { lines, ok: true };
}

function bad(lines: readonly string[]): CommandResult {
  return { lines, ok: false };
}

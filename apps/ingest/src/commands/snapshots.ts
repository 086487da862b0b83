import type { DatasetId, Manifest } from '@stackcheck/datasets';
import type { VerifierMap } from '@stackcheck/datasets/open';
import {
  DEFAULT_RETENTION,
  previewRemoval,
  previewRollback,
  removeOldSnapshots,
  rollbackTo,
  type Retention,
} from '@stackcheck/datasets/publish';
import { registeredDataset } from '@stackcheck/datasets/registry';
import { readVerifiers } from '../keys/signing-key';
import { shareCurrent } from '../nodes/share-current';
import { leaseDeps, LEASE_WAIT_MS, sealingDeps } from '../refresh/refresh';
import type { IngestParts } from '../parts/ingest-parts';
import { bad, type CommandResult } from './command-result';
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
  const facts = {
    snapshots: store.list(id).map(({ snapshot_id, fetched_at, record_count, starter }) => ({
      snapshot_id,
      fetched_at,
      record_count,
      starter,
      current: snapshot_id === currentSnapshotId,
    })),
    refreshed_at: refreshedAt === null ? null : refreshed,
    last_refusal: refusal,
  };
  return good([...(rows.length > 0 ? rows : [`no snapshot of "${id}" is stored`]), ...status], facts);
}

/** `snapshots show`: the manifest of one snapshot, the current one unless named. */
export function showSnapshot({ store }: IngestParts, id: DatasetId, snapshotId?: string): CommandResult {
  const wanted = snapshotId ?? store.state(id).currentSnapshotId;
  const found = wanted === null ? undefined : store.find(id, wanted);
  return found
    ? good([JSON.stringify(found.manifest, null, 2)], { manifest: found.manifest })
    : bad(`no snapshot "${wanted ?? 'current'}" is stored`);
}

/**
 * `snapshots verify`: digest, signatures and chain of every stored snapshot, and the delta from it to the current one; of
 * the current one also that the API of this version would serve it.
 */
export async function verifySnapshots(parts: IngestParts, id: DatasetId): Promise<CommandResult> {
  const { store, config } = parts;
  const verifiers = readVerifiers(config.keySetFile);
  const manifests = store.list(id);
  const checked: { readonly snapshot_id: string; readonly fault: string | null }[] = [];
  for (const [position, manifest] of manifests.entries()) {
    const fault =
      (await faultOf(parts, manifest, manifests[position + 1], position === 0, verifiers)) ??
      deltaFaultOf(store, id, manifest.snapshot_id, verifiers);
    checked.push({ snapshot_id: manifest.snapshot_id, fault: fault ?? null });
  }
  const rows = checked.map(({ snapshot_id, fault }) => `${snapshot_id}  ${fault ?? 'ok'}`);
  const lines = rows.length > 0 ? rows : [`no snapshot of "${id}" is stored`];
  return {
    lines,
    ok: checked.length > 0 && checked.every(({ fault }) => fault === null),
    facts: { snapshots: checked },
  };
}

/** Options of commands that change something. */
export interface ChangeOptions {
  /** Says what would be done, and does nothing. */
  readonly dryRun?: true;
}

/** `snapshots rollback`: an earlier content becomes current again, as a new snapshot. */
export async function rollbackSnapshot(
  parts: IngestParts,
  id: DatasetId,
  snapshotId: string,
  { dryRun }: ChangeOptions = {},
): Promise<CommandResult> {
  const dataset = registeredDataset(id);
  if (dryRun) {
    const preview = await previewRollback(dataset, snapshotId, parts);
    if (preview.kind === 'refused') return bad(`would not be rolled back: ${preview.reason}`);
    const { withdraws } = preview;
    const facts = { dry_run: true, published: null, content_of: snapshotId, withdrew: withdraws };
    return good([`would publish the content of ${snapshotId} again; would withdraw ${withdraws}`], facts);
  }
  const outcome = await rollbackTo(dataset, snapshotId, sealingDeps(parts, leaseDeps(parts, LEASE_WAIT_MS)));
  if (outcome.kind !== 'published') return bad(`not rolled back: ${outcome.reason}`);
  await shareCurrent(parts);
  const { manifest, withdrawn } = outcome;
  const facts = { dry_run: false, published: manifest.snapshot_id, content_of: snapshotId, withdrew: withdrawn };
  return good([`published ${manifest.snapshot_id} with the content of ${snapshotId}; withdrew ${withdrawn}`], facts);
}

/** `snapshots gc`: removes what retention does not keep. */
export async function collectSnapshots(
  parts: IngestParts,
  id: DatasetId,
  { dryRun, ...retention }: Retention & ChangeOptions = DEFAULT_RETENTION,
): Promise<CommandResult> {
  if (dryRun) return removed(id, previewRemoval(id, retention, leaseDeps(parts, 0)), 'would remove');
  const { advisoryFiles } = parts;
  const outcome = await removeOldSnapshots(id, retention, { ...leaseDeps(parts, LEASE_WAIT_MS), advisoryFiles });
  if (outcome.kind === 'busy') return bad(`not removed: ${outcome.reason}`);
  await shareCurrent(parts);
  return removed(id, outcome.snapshotIds, 'removed');
}

function removed(id: DatasetId, snapshotIds: readonly string[], verb: 'removed' | 'would remove'): CommandResult {
  return good([`${verb} ${snapshotIds.length} snapshot(s) of "${id}"`, ...snapshotIds.map((gone) => `  ${gone}`)], {
    dry_run: verb !== 'removed',
    removed: snapshotIds,
  });
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

function good(lines: readonly string[], facts: CommandResult['facts']): CommandResult {
  return { lines, ok: true, facts };
}

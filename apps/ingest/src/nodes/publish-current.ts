import type { DatasetId } from '@stackcheck/datasets';
import { UpstreamError } from '@stackcheck/datasets/fetch';
import { readKeySet } from '@stackcheck/store-sqlite/keys';
import type { IngestParts } from '../parts/ingest-parts';
import { ALL_DATASETS } from '../parts/all-datasets';
import { openCurrent, sealCurrent, type CurrentStatement, type ListedDataset } from './current-statement';
import { listDataset } from './list-dataset';
import { openPublishTarget } from './open-target';

/** After this long without a publication or confirmation nothing is taken up from what lies there. */
const EXPIRES_AFTER_MS = 3 * 86_400_000;

/** A statement read back is listed no longer than so many times while others write to the store. */
const ROUNDS_MAX = 5;

/** What was published. */
export interface PublishedCurrent {
  readonly sequence: number;
  /** How many blobs were removed. */
  readonly swept: number;
}

/**
 * Publishes what the store holds for other nodes: blobs under their digests, then, when all of them are on disk, one signed
 * `current.json`. Whatever breaks off before leaves the last one, whose blobs are all there.
 */
export async function publishCurrent(parts: IngestParts, place: string): Promise<PublishedCurrent> {
  for (let round = 1; ; round += 1) {
    const before = heads(parts);
    const published = await publishOnce(parts, place);
    // Another worker may have published meanwhile, and its own statement may have been written before this one.
    if (published !== undefined && (heads(parts) === before || round === ROUNDS_MAX)) return published;
    if (round === ROUNDS_MAX) throw new UpstreamError(`${place}: others replace current.json all the time`);
  }
}

/** Undefined where another worker replaced `current.json` meanwhile. */
async function publishOnce(parts: IngestParts, place: string): Promise<PublishedCurrent | undefined> {
  const { clock, config, signingKey } = parts;
  // Taken before the set is read: to open the key publishes it.
  const { signer } = signingKey;
  const keys = readKeySet(config.keySetFile);
  const target = openPublishTarget(parts, place);
  const previous = stated(await target.current(), keys);
  const nowMs = clock.now();
  const datasets: ListedDataset[] = [];
  for (const id of ALL_DATASETS) {
    const listed = await listDataset(parts, id, { blobs: target.blobs, nowMs, previous: entryOf(previous, id) });
    if (listed !== undefined) datasets.push(listed);
  }
  const statement: CurrentStatement = {
    type: 'current',
    version: 1,
    // By the clock, so that a folder that was lost does not begin below what others saw.
    sequence: Math.max((previous?.sequence ?? 0) + 1, nowMs),
    made_at: new Date(nowMs).toISOString(),
    expires_at: new Date(nowMs + EXPIRES_AFTER_MS).toISOString(),
    keys: keys.keys,
    ...(keys.revoked && { revoked: keys.revoked }),
    datasets,
  };
  if (!(await target.replaceCurrent(sealCurrent(statement, signer)))) return undefined;
  const swept = await target.sweep(new Set([...digestsOf(previous), ...digestsOf(statement)]), nowMs);
  return { sequence: statement.sequence, swept };
}

/** What was stated last; what our keys do not vouch for counts as nothing. */
function stated(bytes: Uint8Array | undefined, keys: ReturnType<typeof readKeySet>): CurrentStatement | undefined {
  const opened = bytes && openCurrent(bytes, keys);
  return opened?.ok ? opened.statement : undefined;
}

function entryOf(statement: CurrentStatement | undefined, id: DatasetId): ListedDataset | undefined {
  return statement?.datasets.find(({ dataset }) => dataset === id);
}

function* digestsOf(statement: CurrentStatement | undefined): Generator<string> {
  for (const { snapshots, deltas } of statement?.datasets ?? []) {
    for (const { content, files } of snapshots) {
      yield content.sha256;
      for (const { sha256 } of files) yield sha256;
    }
    for (const { sha256 } of deltas) yield sha256;
  }
}

function heads({ store }: IngestParts): string {
  return ALL_DATASETS.map((id) => `${store.state(id).currentSnapshotId} ${store.state(id).refreshedAt}`).join();
}

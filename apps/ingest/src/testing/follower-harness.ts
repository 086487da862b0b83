import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from '@stackcheck/contract';
import { LiveSnapshots, type DatasetId } from '@stackcheck/datasets';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import { readIngestConfig, type IngestConfig } from '../config/config';
import { readVerifiers } from '../keys/signing-key';
import { Follower, type FollowOutcome } from '../nodes/follow';
import { openSnapshotSource } from '../nodes/open-source';
import type { SnapshotSource } from '../nodes/snapshot-source';
import { advisoryFolder } from '../osv/advisory-folder';
import { withParts } from '../worker/run';
import { impatient } from './worker-harness';

/** By then whatever was just published may be served. */
export const AFTER_SWAP_MS = 61_000;

/** What a test may set for one look at the source. */
export interface LookOptions {
  /** How far the follower's clock is ahead. */
  readonly laterMs?: number;
  readonly beforeWrite?: (what: string) => void;
  readonly source?: (source: SnapshotSource) => SnapshotSource;
}

/** A node that follows a publisher: a data folder of its own, with nothing but pinned keys. */
export class FollowerHarness {
  readonly folder = mkdtempSync(join(tmpdir(), 'stackcheck-follower-'));
  readonly env: Record<string, string>;

  constructor(source: string, keySetFile: string) {
    const pinned = join(this.folder, 'pinned.json');
    copyFileSync(keySetFile, pinned);
    this.env = {
      DATA_DIR: join(this.folder, 'data'),
      SNAPSHOT_SOURCE: source,
      SNAPSHOT_KEYS_FILE: pinned,
      LOG_LEVEL: 'silent',
    };
  }

  get config(): IngestConfig {
    return readIngestConfig(this.env);
  }

  /** Looks at the source as often as `looks` says, as one process. */
  async looks(count: number, ids: readonly DatasetId[], options: LookOptions = {}): Promise<readonly FollowOutcome[]> {
    const { laterMs = AFTER_SWAP_MS, beforeWrite, source: change = (same) => same } = options;
    const clock: Clock = { now: () => systemClock.now() + laterMs, monotonic: () => systemClock.monotonic() };
    const { config } = this;
    return withParts(config, { override: { ...impatient, clock } }, async (parts) => {
      const deps = {
        clock,
        random: () => 0,
        sleep: () => Promise.resolve(),
        folder: advisoryFolder(config),
        timeoutMs: 1_000,
        bucket: config.bucket,
      };
      const source = change(openSnapshotSource(config.snapshotSource!, deps));
      const follower = new Follower(parts, { source, ...(beforeWrite && { beforeWrite }) });
      const outcomes: FollowOutcome[] = [];
      for (let done = 0; done < count; done += 1) outcomes.push(await follower.follow(ids));
      return outcomes;
    });
  }

  async follow(ids: readonly DatasetId[] = ['eol'], options?: LookOptions): Promise<FollowOutcome> {
    return (await this.looks(1, ids, options))[0]!;
  }

  /** All that the API of this node would see. */
  served(ids: readonly DatasetId[] = ['eol']) {
    return servedFrom(this.config, ids);
  }

  get hasPrivateKey(): boolean {
    return existsSync(this.config.signingKeyFile);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What an API over this data folder answers from: snapshots, times, and the bytes of every delta. */
export async function servedFrom({ snapshotsFile, keySetFile, dataDir }: IngestConfig, ids: readonly DatasetId[]) {
  const reader = openSnapshotReader(snapshotsFile);
  const advisoryFiles = openAdvisoryFiles(join(dataDir, 'osv'));
  const live = new LiveSnapshots({
    reader,
    verifiers: () => readVerifiers(keySetFile),
    clock: systemClock,
    advisoryFiles,
  });
  try {
    await live.refresh();
    return ids.map((id) => {
      const current = live.current(id as 'eol');
      const deltas = reader.list(id).map((manifest) => {
        const found = current && live.deltaSince(current, manifest.snapshot_id);
        return found?.kind === 'delta' ? Buffer.from(found.bytes).toString() : found?.kind;
      });
      const { refusal, loadFault, refreshedAt } = live.status(id);
      const answer = current && Buffer.from(current.manifestDocument.bytes).toString();
      const content = current?.content && Buffer.from(current.content).toString();
      return { id, answer, content, deltas, refreshedAt, refusal, loadFault, stored: reader.list(id).length };
    });
  } finally {
    for (const id of ids) live.current(id as 'eol')?.close?.();
    reader.close();
  }
}

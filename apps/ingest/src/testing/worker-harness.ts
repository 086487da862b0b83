import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { LiveSnapshots, type DatasetId, type LiveSnapshot, type PublishOutcome } from '@stackcheck/datasets';
import type { EolIndex } from '@stackcheck/datasets/eol';
import type { DatasetStatus } from '@stackcheck/datasets/serve';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import { runCli } from '../cli';
import { readIngestConfig, type IngestConfig } from '../config/config';
import { readVerifiers } from '../keys/signing-key';
import { runIngestOnce } from '../worker/run';
import type { IngestParts } from '../parts/ingest-parts';
import { startFeedServer, type FeedServer } from './feed-server';

/** What the API would serve. */
export interface Served {
  readonly snapshot: LiveSnapshot<EolIndex> | undefined;
  readonly status: DatasetStatus;
  /** How many snapshots are stored. */
  readonly stored: number;
  /** The latest version of PHP's newest cycle, which distinguishes the small feeds. */
  readonly php: string | undefined;
}

/** The process holds what all test files before left: looking through that takes longer than a refresh. */
const collectsByItself: Partial<IngestParts> = { releaseMemory: () => undefined };

/** Nobody waits for retries, nor for the collector. */
export const impatient: Partial<IngestParts> = {
  ...collectsByItself,
  timing: { sleep: () => Promise.resolve(), every: () => () => undefined },
};

/** A data folder, an upstream on loopback, and the worker between them. */
export class WorkerHarness {
  env: Record<string, string>;

  private constructor(
    readonly folder: string,
    readonly server: FeedServer,
  ) {
    this.env = {
      DATA_DIR: folder,
      // All of them, so that no test asks a real server.
      EOL_UPSTREAM_URL: server.url,
      KEV_UPSTREAM_URL: server.url,
      EPSS_UPSTREAM_URL: server.url,
      OSV_UPSTREAM_URL: server.url,
      MODELS_UPSTREAM_URL: server.url,
      SANCTIONS_UPSTREAM_URL: server.url,
      LOG_LEVEL: 'silent',
    };
  }

  static async open(): Promise<WorkerHarness> {
    return new WorkerHarness(mkdtempSync(join(tmpdir(), 'stackcheck-ingest-')), await startFeedServer());
  }

  get config(): IngestConfig {
    return readIngestConfig(this.env);
  }

  /** One run of the worker over what upstream serves. */
  async ingest(override: Partial<IngestParts> = impatient, id: DatasetId = 'eol'): Promise<PublishOutcome> {
    const [report] = await runIngestOnce(this.config, { override, datasets: [id] });
    return report!.outcome;
  }

  /** Opens the store as the API does, verifying everything. */
  async serve(): Promise<Served> {
    const { snapshotsFile, keySetFile } = this.config;
    const reader = openSnapshotReader(snapshotsFile);
    const live = new LiveSnapshots({ reader, verifiers: () => readVerifiers(keySetFile), clock: systemClock });
    await live.refresh();
    const snapshot = live.current('eol');
    const stored = reader.list('eol').length;
    reader.close();
    const php = snapshot?.index.products.find('php')?.product.cycles[0]?.latest?.name;
    return { snapshot, status: live.status('eol'), stored, php };
  }

  /** One command line, with all it printed. */
  async cli(...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const stop = new AbortController().signal;
    const code = await runCli(args, { env: this.env, print: write, complain: write, stop, override: collectsByItself });
    return { code, text: lines.join('\n') };
  }

  async close(): Promise<void> {
    await this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatasetId, StoredSnapshot } from '@stackcheck/datasets';
import { NO_VALIDATORS } from '@stackcheck/datasets/fetch';
import { openSnapshotReader, openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import { presentFeeds, type Feed } from '../measure/feeds';
import { serveBytes } from '../measure/feed-server';
import { runIngest } from '../measure/ingest-program';
import { serveFolder } from '../osv/folder-server';
import { writeBucket } from '../osv/write-bucket';

/** Snapshots of several datasets that belong to one time. */
export interface Generation {
  readonly snapshots: readonly StoredSnapshot[];
  /** Publishes them in a data folder, as an ingest would at its end. */
  publish(dataDir: string): void;
}

/** Made-up advisories of a generation; each later one has a few more. */
const ADVISORIES = 20_000;
const ADVISORIES_MORE = 10;

/** What makes each document another one: a text that no guard minds. */
const CHANGED: Partial<Record<DatasetId, RegExp>> = {
  eol: /"label": ?"/,
  kev: /"vulnerabilityName": ?"/,
  models: /"name": ?"/,
};

/**
 * Ingests the feeds of this machine so many times, each time a little changed, before anything is measured.
 * @param stage a folder that has the first generation afterwards: what a server starts with
 * @throws Error where not even the end-of-life feed is present
 */
export async function makeGenerations(stage: string, scratch: string, count: number): Promise<readonly Generation[]> {
  const feeds = presentFeeds().filter(
    ({ dataset }) => dataset !== 'osv' && dataset !== 'sanctions' && dataset !== 'epss',
  );
  if (!feeds.some(({ dataset }) => dataset === 'eol'))
    throw new Error('the whole feed (products-full.json) is not present here');
  const building = join(scratch, 'building');
  const generations: Generation[] = [];
  for (let number = 0; number < count; number++) {
    for (const feed of feeds) await ingestChanged(feed, building, number);
    await ingestAdvisories(building, join(scratch, `bucket-${number}`), number);
    const kept = join(scratch, `indexes-${number}`);
    cpSync(join(building, 'osv'), kept, { recursive: true });
    generations.push(generationOf(building, [...feeds.map(({ dataset }) => dataset), 'osv'], kept));
    if (number === 0) cpSync(building, stage, { recursive: true });
  }
  return generations;
}

async function ingestChanged({ dataset, file, variable }: Feed, dataDir: string, number: number): Promise<void> {
  const text = readFileSync(file, 'utf8').replace(CHANGED[dataset]!, (found) => `${found}${number} `);
  const server = await serveBytes(() => Buffer.from(text));
  try {
    await runIngest(['--once', dataset], { DATA_DIR: dataDir, [variable]: server.url });
  } finally {
    await server.close();
  }
}

async function ingestAdvisories(dataDir: string, bucket: string, number: number): Promise<void> {
  writeBucket(bucket, ADVISORIES + number * ADVISORIES_MORE);
  const server = await serveFolder(bucket);
  try {
    await runIngest(['--once', 'osv'], { DATA_DIR: dataDir, OSV_UPSTREAM_URL: server.url });
  } finally {
    await server.close();
  }
}

function generationOf(dataDir: string, datasets: readonly DatasetId[], indexes: string): Generation {
  const reader = openSnapshotReader(join(dataDir, 'snapshots.db'));
  const snapshots = datasets.map((dataset) => reader.find(dataset, reader.state(dataset).currentSnapshotId!)!);
  reader.close();
  return {
    snapshots,
    publish(into) {
      mkdirSync(join(into, 'osv'), { recursive: true });
      for (const name of readdirSync(indexes)) copyFileSync(join(indexes, name), join(into, 'osv', name));
      const store = openSnapshotStore(join(into, 'snapshots.db'));
      for (const snapshot of snapshots) {
        const nowMs = Date.now();
        const lease = store.acquireLease(snapshot.manifest.dataset, 'bench', nowMs, 60_000)!;
        store.publish(lease, snapshot, NO_VALIDATORS, nowMs);
        store.releaseLease(lease);
      }
      store.close();
    },
  };
}

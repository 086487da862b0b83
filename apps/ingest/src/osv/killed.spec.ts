import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { Manifest } from '@stackcheck/datasets';
import { openIndex } from '@stackcheck/datasets/osv';
import { smallBucket } from '@stackcheck/datasets/testing';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { openSnapshotReader, openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import { readIngestConfig } from '../config/config';
import { readVerifiers } from '../keys/signing-key';
import { folderFiles, startBucketServer, type BucketServer } from '../testing/bucket-server';
import { ended, spawnTypeScript } from '../testing/spawn-typescript';

const MAIN = resolve(__dirname, '../main.ts');

let folder: string;
let server: BucketServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-killed-'));
  server = await startBucketServer();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Serves the small bucket, its records changed at this time. */
function serve(modified: string): void {
  const { folders } = smallBucket();
  server.files.set('ecosystems.txt', Buffer.from([...folders.keys()].join('\n')));
  for (const [ecosystem, records] of folders) {
    const changed = [...records.values()].map((record) => ({ ...record, modified }));
    for (const [path, bytes] of folderFiles(ecosystem, changed)) server.files.set(path, bytes);
  }
}

/** Runs the worker as a process of its own. @param killAt path whose request is answered by SIGKILL */
async function run(killAt?: string): Promise<NodeJS.Signals | null> {
  const env = { DATA_DIR: folder, OSV_UPSTREAM_URL: server.url, LOG_LEVEL: 'error' };
  const child = spawnTypeScript(MAIN, ['--once', 'osv'], env);
  if (killAt !== undefined) server.files.set(killAt, () => void child.kill('SIGKILL'));
  return (await ended(child)).signal;
}

/** What the API would serve. */
async function served(): Promise<Manifest> {
  const { snapshotsFile, keySetFile } = readIngestConfig({ DATA_DIR: folder });
  const reader = openSnapshotReader(snapshotsFile);
  try {
    const stored = reader.find('osv', reader.state('osv').currentSnapshotId!)!;
    const opened = await openIndex(stored, openAdvisoryFiles(join(folder, 'osv')), readVerifiers(keySetFile));
    if (!opened.ok) throw new Error(opened.fault);
    opened.reader.close();
    return stored.manifest;
  } finally {
    reader.close();
  }
}

/** The lease of a worker that was killed runs out after a minute. */
function passTheMinute(): void {
  const store = openSnapshotStore(join(folder, 'snapshots.db'));
  store.releaseLease(store.acquireLease('osv', 'later', Date.now() + 61_000, 1)!);
  store.close();
}

test('a worker killed while it fetches or builds leaves the last good snapshot, and the next one cleans up', async () => {
  serve('2026-11-18T00:00:00Z');
  await run();
  const first = await served();

  serve('2026-11-19T00:00:00Z');
  expect(await run('npm/GHSA-35jh-r3h4-6jhm.json')).toBe('SIGKILL');
  expect(await served()).toEqual(first);
  expect(readdirSync(join(folder, 'osv')).length).toBeGreaterThan(2);

  serve('2026-11-19T00:00:00Z');
  passTheMinute();
  await run();
  expect(await served()).toMatchObject({ prev_snapshot_id: first.snapshot_id });
  // Of either snapshot its index and its pack.
  const kept = readdirSync(join(folder, 'osv')).map((name) => extname(name));
  expect(kept.sort()).toEqual(['.db', '.db', '.pack', '.pack']);
});

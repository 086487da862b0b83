import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import { sha256Hex } from '@stackcheck/signing';
import { readKeySet } from '@stackcheck/store-sqlite/keys';
import { impatient, WorkerHarness } from '../testing/worker-harness';
import { openCurrent, type CurrentStatement } from './current-statement';

const DAY_MS = 86_400_000;

let harness: WorkerHarness;
let folder: string;
beforeEach(async () => {
  harness = await WorkerHarness.open();
  folder = join(harness.folder, 'public');
  harness.env['PUBLISH_TO'] = folder;
});
afterEach(() => harness.close());

const publish = (latest: string, laterMs = 0) => {
  harness.server.serve(feedBytes(feedWithLatest(latest)), `"${latest}"`);
  const clock = { now: () => systemClock.now() + laterMs, monotonic: () => systemClock.monotonic() };
  return harness.ingest({ ...impatient, clock });
};

function stated(): CurrentStatement {
  const opened = openCurrent(readFileSync(join(folder, 'current.json')), readKeySet(harness.config.keySetFile));
  if (!opened.ok) throw new Error(opened.fault);
  return opened.statement;
}

const blobs = (): readonly string[] => readdirSync(join(folder, 'blobs')).sort();

it('names every kept snapshot and delta by digests that are there', async () => {
  await publish('1.0');
  await publish('1.1');

  const { datasets, keys } = stated();
  const [eol] = datasets;
  expect(datasets.map(({ dataset }) => dataset)).toEqual(['eol']);
  expect(keys).toHaveLength(1);
  expect([eol!.snapshots.length, eol!.deltas.length, eol!.removed]).toEqual([2, 2, []]);
  const named = [...eol!.snapshots.map(({ content }) => content), ...eol!.deltas];
  expect(blobs()).toEqual(expect.arrayContaining(named.map(({ sha256 }) => sha256)));
  for (const { sha256, bytes } of named) {
    const found = readFileSync(join(folder, 'blobs', sha256));
    expect([sha256Hex(found), found.length]).toEqual([sha256, bytes]);
  }
});

it('keeps the time of the swap when a snapshot is only confirmed, and the number grows', async () => {
  await publish('1.0');
  const begun = stated();
  await publish('1.1');
  const first = stated();
  await publish('1.1', 1_000);
  const second = stated();

  // The first of a dataset is served at once: no node has anything older.
  const waitOf = ({ datasets, made_at }: CurrentStatement) => Date.parse(datasets[0]!.serve_from) - Date.parse(made_at);
  expect([begun, first].map(waitOf)).toEqual([0, 60_000]);
  expect(second.datasets[0]!.serve_from).toBe(first.datasets[0]!.serve_from);
  expect(Date.parse(second.datasets[0]!.refreshed_at)).toBeGreaterThan(Date.parse(first.datasets[0]!.refreshed_at));
  expect(second.sequence).toBeGreaterThan(first.sequence);
});

it('names what was removed, and removes its blobs a day later', async () => {
  await publish('1.0');
  const gone = stated().datasets[0]!.snapshots[0]!;
  await publish('1.1');
  await harness.cli('snapshots', '--dataset', 'eol', 'gc', '--keep-count', '1', '--keep-days', '0');

  expect(stated().datasets[0]!.removed).toEqual([gone.manifest.snapshot_id]);
  expect(blobs()).toContain(gone.content.sha256);
  await publish('1.1', DAY_MS / 2);
  expect(blobs()).toContain(gone.content.sha256);
  await publish('1.1', 2 * DAY_MS);
  expect(blobs()).not.toContain(gone.content.sha256);
  expect(stated().datasets[0]!.removed).toEqual([gone.manifest.snapshot_id]);
});

it('goes on above the last number when the folder is lost', async () => {
  await publish('1.0');
  const { sequence } = stated();
  rmSync(folder, { recursive: true });
  expect((await harness.cli('--once', 'eol')).code).toBe(0);

  expect(stated().sequence).toBeGreaterThan(sequence);
  expect(blobs().length).toBe(2);
});

it('is not begun where no folder is configured', async () => {
  delete harness.env['PUBLISH_TO'];
  await publish('1.0');
  expect(existsSync(folder)).toBe(false);

  await harness.cli('--once', 'eol', '--publish-to', folder);
  expect(stated().datasets).toHaveLength(1);
});

import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { fakeSnapshot, feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import { openSnapshotReader, openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import { ended, spawnTypeScript } from '../testing/spawn-typescript';
import { impatient, WorkerHarness } from '../testing/worker-harness';

// Each case starts many processes, which takes its time on a busy machine.
jest.setTimeout(240_000);

const FULL = process.env['CAMPAIGN'] === 'full';
/** Of the steps of the transaction, every so manieth. */
const STEPS = FULL ? 3 : 7;
const ROUNDS = FULL ? 5 : 1;
const KILLED_MIN = FULL ? 5 : 2;

let harness: WorkerHarness;
beforeEach(async () => {
  harness = await WorkerHarness.open();
});
afterEach(() => harness.close());

describe('a worker that is killed', () => {
  it('at any step of the publishing transaction leaves the old snapshot or the whole new one', async () => {
    const child = join(__dirname, '../testing/die-in-publish.ts');
    const [one, two] = [fakeSnapshot(1, null), fakeSnapshot(2, fakeSnapshot(1, null).manifest)];
    let killed = 0;

    for (let step = 1; ; step += STEPS) {
      const file = join(harness.folder, `killed-${step}.db`);
      const store = openSnapshotStore(file);
      store.publish(store.acquireLease('eol', 'first', 0, 1)!, one, { url: null, etag: '"1"', lastModified: null }, 1);
      store.close();

      const { code, signal, output } = await ended(spawnTypeScript(child, [file, String(step)]));

      const reader = openSnapshotReader(file);
      const state = reader.state('eol');
      const listed = reader.list('eol');
      const deltas = reader.listDeltas('eol');
      reader.close();
      if (code === 0) {
        expect([state.currentSnapshotId, state.validators.etag]).toEqual([two.manifest.snapshot_id, '"2"']);
        expect(deltas).toEqual([{ from: one.manifest.snapshot_id, to: two.manifest.snapshot_id }]);
        break;
      }
      expect([signal, output]).toEqual(['SIGKILL', '']);
      expect([state.currentSnapshotId, state.validators.etag]).toEqual([one.manifest.snapshot_id, '"1"']);
      expect([listed, deltas]).toEqual([[one.manifest], []]);
      killed += 1;
    }

    expect(killed).toBeGreaterThanOrEqual(KILLED_MIN);
  });

  it('at any moment of a run leaves a snapshot that verifies, and the next run goes on', async () => {
    harness.server.serve(feedBytes(feedWithLatest('1.0')), '"0"');
    await harness.ingest();

    for (let round = 1; round <= ROUNDS; round += 1) {
      harness.server.serve(feedBytes(feedWithLatest(`1.${round}`)), `"${round}"`);
      const child = spawnTypeScript(join(__dirname, '../main.ts'), ['--once'], harness.env);
      setTimeout(() => child.kill('SIGKILL'), 300 + 120 * round);
      await ended(child);
      const { php, status } = await harness.serve();
      expect(status.loadFault).toBeNull();
      expect([`1.${round}`, `1.${round - 1}`]).toContain(php);

      // The dead worker's lease runs out; a clock a minute ahead stands for the wait.
      const clock = { now: () => systemClock.now() + round * 61_000, monotonic: () => systemClock.monotonic() };
      expect(['published', 'unchanged']).toContain((await harness.ingest({ ...impatient, clock })).kind);
    }
  });
});

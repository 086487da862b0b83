import { join } from 'node:path';
import { NO_VALIDATORS } from '@stackcheck/datasets/fetch';
import { StoreError, type Lease } from '@stackcheck/datasets/store';
import { fakeSnapshot } from '@stackcheck/datasets/testing';
import { SmallDisk, smallDiskAvailable } from '../testing/small-disk';
import { openSnapshotStore } from '.';

const NOW = Date.parse('2026-11-20T06:22:05Z');

(smallDiskAvailable() ? describe : describe.skip)('a full disk (needs the right to mount a tmpfs)', () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = new SmallDisk(2);
  });
  afterEach(() => disk.close());

  it('is said by the very call that cannot write, whatever is left: a lease that was given is on disk', () => {
    const path = join(disk.folder, 'snapshots.db');
    const store = openSnapshotStore(path);
    const lease = store.acquireLease('eol', 'worker', NOW, 60_000)!;
    store.publish(lease, fakeSnapshot(1, null), NO_VALIDATORS, NOW);
    const seen = new Map<string, number>();
    const count = (what: string): unknown => seen.set(what, (seen.get(what) ?? 0) + 1);

    for (let blocks = 12; blocks >= 0; blocks--) {
      disk.leave(blocks);
      let given: Lease | undefined;
      try {
        given = store.acquireLease('eol', 'worker', NOW, 60_000);
        count(given === undefined ? 'taken by another' : 'given');
      } catch (error) {
        expect(error).toBeInstanceOf(StoreError);
        expect((error as Error).message).toBe(
          `"${path}" cannot be used: the disk is full; make room in ${disk.folder} and try again`,
        );
        count('full');
      }
      if (given !== undefined)
        expect(() => writeOrSayFull(() => store.confirm(given, NO_VALIDATORS, NOW))).not.toThrow();
    }
    disk.empty();

    expect(store.acquireLease('eol', 'worker', NOW, 60_000)).toBeDefined();
    expect([...seen.keys()].sort()).toEqual(['full', 'given']);
    store.close();
  });
});

/** Rethrows every fault but that of the storage, `LeaseLostError` above all. */
function writeOrSayFull(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

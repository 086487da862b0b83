import { fakeDelta, fakeSnapshot } from '@stackcheck/datasets/testing';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';

/**
 * Publishes a second snapshot over the first and is killed when the store reads its snapshot, validators or delta for the
 * n-th time: at each step of the transaction, one after the other. Ends with code 0 when n is beyond the last step.
 */
const [file = '', dieAt = ''] = process.argv.slice(2);
let reads = 0;

const store = openSnapshotStore(file);
const lease = store.acquireLease('eol', 'victim', 10, 60_000)!;
const { manifest, content } = fakeSnapshot(2, fakeSnapshot(1, null).manifest);
store.publish(
  lease,
  dyingOnRead({ manifest: dyingOnRead(manifest), content }),
  dyingOnRead({ url: null, etag: '"2"', lastModified: null }),
  2,
  { deltas: [dyingOnRead(fakeDelta(fakeSnapshot(1, null), { manifest, content }))] },
);
store.close();

function dyingOnRead<T extends object>(value: T): T {
  return new Proxy(value, {
    get: (target, name, receiver): unknown => {
      reads += 1;
      if (reads === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
      return Reflect.get(target, name, receiver);
    },
  });
}

import { describeDeltaStore } from './delta-store.contract';
import { describeFollowedStore } from './followed-store.contract';
import { MemorySnapshotStore } from './memory-snapshot-store';
import { describeSnapshotStore, type StoreUnderTest } from './snapshot-store.contract';

function open(): StoreUnderTest {
  const store = new MemorySnapshotStore();
  return { store, reader: store };
}

describeSnapshotStore('in memory', open);
describeDeltaStore('in memory', open);
describeFollowedStore('in memory', open);

import { MemorySnapshotStore } from './memory-snapshot-store';
import { describeSnapshotStore } from './snapshot-store.contract';

describeSnapshotStore('in memory', () => {
  const store = new MemorySnapshotStore();
  return { store, reader: store };
});

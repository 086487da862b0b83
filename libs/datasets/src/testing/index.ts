export { MemorySnapshotStore } from './memory-snapshot-store';
export { describeSnapshotStore, fakeSnapshot, type StoreUnderTest } from './snapshot-store.contract';

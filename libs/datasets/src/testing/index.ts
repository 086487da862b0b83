export { contentVariants } from './content-variants';
export { FakeUpstream } from './fake-upstream';
export { IngestWorld } from './ingest-world';
export { instantTiming } from './instant-timing';
export { MemorySnapshotStore } from './memory-snapshot-store';
export { feedBytes, feedWithLatest, smallFeed, withProduct } from './small-feed';
export { listBytes, madeUpAddress, smallList } from './small-list';
export { describeSnapshotStore, fakeDelta, fakeSnapshot, type StoreUnderTest } from './snapshot-store.contract';

export { openSnapshotReader, type SqliteSnapshotReader } from './snapshot-reader';
export { openSnapshotStore, type SqliteSnapshotStore } from './snapshot-store';
export { DatabaseOpenError } from '../open';
export { SchemaError } from '../migrate';
export { storageFault, type StorageFault } from '../storage-fault';

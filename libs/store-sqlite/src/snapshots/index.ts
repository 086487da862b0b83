export { openSnapshotReader, type SqliteSnapshotReader } from './snapshot-reader';
export { openSnapshotStore, type SqliteSnapshotStore } from './snapshot-store';
export { makeDataFolder } from '../data-folder';
export { DatabaseOpenError } from '../open';
export { SchemaError } from '../migrate';
export { storageFault, type StorageFault } from '../storage-fault';

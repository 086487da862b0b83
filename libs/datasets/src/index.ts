export { LeaseLostError } from './ports';
export type { DatasetState, Lease, SnapshotReader, SnapshotStore, Upstream, UpstreamReply, Validators } from './ports';
export type { DatasetId, Manifest, ScopeSignature, SnapshotContent, StoredSnapshot } from './snapshot';
export type { EolCycleRecord, EolProductRecord, EolSnapshot } from './eol/records';

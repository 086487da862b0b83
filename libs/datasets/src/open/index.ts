export { manifestFault, type VerifierMap } from '../sealing/verify-manifest';
export { manifestShapeFault } from '../snapshot/manifest-schema';
export { indexContent } from './indexes';
export { openSnapshot, type OpenedIndexes, type OpenedSnapshot } from './open-snapshot';
export { openManifest } from './proven-manifest';
export { SnapshotError, type SnapshotFaultCode } from './snapshot-error';

export { manifestFault, type VerifierMap } from '../sealing/verify-manifest';
export { manifestShapeFault } from '../snapshot/manifest-schema';
export { indexContent } from './indexes';
export {
  openSnapshot,
  SnapshotError,
  type OpenedIndexes,
  type OpenedSnapshot,
  type SnapshotFaultCode,
} from './open-snapshot';

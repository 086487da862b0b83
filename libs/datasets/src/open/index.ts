export { indexContent } from './indexes';
export {
  openSnapshot,
  SnapshotError,
  type OpenedIndexes,
  type OpenedSnapshot,
  type SnapshotFaultCode,
} from './open-snapshot';

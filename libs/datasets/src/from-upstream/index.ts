export { readOsvRecord, type AdvisoryRecord, type RecordReading } from '@stackcheck/osv-core/records';
export { UpstreamShapeError, type UpstreamFaultCode } from '../upstream/upstream-shape-error';
export type { UpstreamJson } from '../upstream/upstream-json';
export { entriesFromKev, type KevCatalogue } from './entries';
export { modelsFromModelsDev, type ModelList } from './models';
export {
  openSnapshot,
  SnapshotError,
  type OpenedIndexes,
  type OpenedSnapshot,
  type SnapshotFaultCode,
} from '../open/open-snapshot';
export { productsFromEndoflife } from './products';
export { scoresFromEpss } from './scores';

export { readOsvRecord, type AdvisoryRecord, type RecordReading } from '@stackcheck/osv-core/records';
export { UpstreamShapeError, type UpstreamFaultCode } from '../upstream/upstream-shape-error';
export type { UpstreamJson } from '../upstream/upstream-json';
export { entriesFromKev, type KevCatalogue } from './entries';
export { modelsFromModelsDev, type ModelList } from './models';
export { openSnapshot, type OpenedIndexes, type OpenedSnapshot } from '../open/open-snapshot';
export { SnapshotError, type SnapshotFaultCode } from '../open/snapshot-error';
export { productsFromEndoflife } from './products';
export { scoresFromEpss } from './scores';

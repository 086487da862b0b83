export { applyDelta, DeltaMismatchError } from './apply-delta';
export type { Delta, SignedDelta } from './delta';
export { deltaOfSorted, type Difference, NotSortedError, type SortedEntry } from './delta-of-sorted';
export type { RecordList } from './record-list';
export { deltaFault, type DeltaStatement, deltaStatementBytes } from './signed-delta';

export type { PreparedContent } from '../sealing/seal';
export type { DatasetParts, DeltasDeps, FetchRequest } from './dataset';
export type { ScopeTable } from '../sealing/seal';
export type { DatasetVerbs, DocumentDataset, IndexedDataset } from './dataset';
export { documentDataset } from './document-dataset';
export type { DocumentDefinition, Starter } from './document-definition';
export { describeFaults, type GuardFault, type GuardRule } from './guards';
export { type Verdict, verifySnapshot } from './verify-snapshot';

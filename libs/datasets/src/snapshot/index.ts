export type { Companion } from './descriptor';
export { strongEtag } from './etag';
export { type IndexFile, IndexFileError, MISSING_INDEX } from './index-file';
export { MANIFEST_SCHEMA } from './manifest-schema';
export type { ScopeSignature } from './snapshot';
export { type Statement, STATEMENT_TYPE, statementBytes, statementOf } from './statement';
export type { AdvisoryFacts, StoredAdvisory, StoredPackage } from './stored-advisory';
export type { DeltaProof, StoredDelta } from './stored-delta';

export {
  UpstreamShapeError,
  type Companion,
  type CompanionBodies,
  type Dataset,
  type DatasetDescriptor,
  type ScopeTable,
  type Starter,
} from './dataset';
export { hasDeltas } from './delta/has-deltas';
export { applyDelta, DeltaMismatchError } from './delta/apply-delta';
export type { Delta, DeltaProof, SignedDelta } from './delta/delta';
export type { DeltaDownload } from './delta/delta-download';
export { deltaOfSorted, NotSortedError, type Difference, type SortedEntry } from './delta/delta-of-sorted';
export type { RecordList } from './delta/record-list';
export { remakeDeltas, type RemakeOutcome, type RemakeDeps } from './delta/publish-with-deltas';
export { deltaFault, deltaStatementBytes, type DeltaStatement, type StoredDelta } from './delta/signed-delta';
export { strongEtag } from './etag';
export { freshnessOf, type Freshness, type FreshnessFacts } from './freshness';
export { describeFaults, type GuardFault, type GuardRule } from './guards';
export type { LiveSnapshot } from './live-snapshot';
export { LiveSnapshots, type DatasetStatus, type LiveSnapshotsDeps, type RefreshEvent } from './live-snapshots';
export { MANIFEST_SCHEMA, manifestShapeFault } from './manifest-schema';
export { answerMeta, type AnswerMeta, type AnswerTime } from './meta';
export { LeaseLostError, NO_VALIDATORS, StoreError, UpstreamError } from './ports';
export type {
  DatasetState,
  DeltaEnds,
  Lease,
  PublishedWith,
  SnapshotReader,
  SnapshotStore,
  Upstream,
  UpstreamReply,
  Validators,
} from './ports';
export { publishDataset, type PublishDeps } from './publish';
export type { PublishOutcome } from './publish-outcome';
export type { UpstreamAddresses } from './fetch-upstream';
export { publishStarter, type StarterOutcome } from './publish-starter';
export { callerDatasets, DATASETS, descriptorOf, DESCRIPTORS, isDatasetId, registeredDataset } from './registry';
export type { CallerDatasetId, DatasetIndexes, LoadableId } from './registry';
export { resealCurrent, type ResealOutcome, type ResealDeps } from './reseal';
export { DEFAULT_RETENTION, removeOldSnapshots, type GarbageOutcome, type Retention } from './retention';
export { rollbackTo, type RollbackOutcome } from './rollback';
export type { DatasetId, Manifest, ScopeSignature, SnapshotContent, StoredSnapshot } from './snapshot';
export { STATEMENT_TYPE, statementBytes, statementOf, type Statement } from './statement';
export { AT_ONCE, finish, runSliced, oneStep, type YieldPolicy, type CooperativeTask } from './cooperative-task';
export { manifestFault, verifySnapshot, type Verdict, type VerifierMap } from './verify-snapshot';
export { LEASE_TTL_MS, type LeaseDeps, type Timing } from './with-lease';
export { eolDataset } from './eol/dataset';
export { eolStarter } from './eol/starter';
export { indexEol, toProducts, type EolIndex } from './eol/lookup';
export type { EolCycleRecord, EolProductRecord, EolSnapshot } from './eol/records';
export { kevDataset } from './kev/dataset';
export { indexKev } from './kev/lookup';
export type { KevRecord, KevSnapshot } from './kev/records';
export { kevStarter } from './kev/starter';
export { modelsDataset } from './models/dataset';
export { indexModels, type ModelsIndex } from './models/lookup';
export type { ModelRecord, ModelsSnapshot, ProviderRecord } from './models/records';
export { modelsStarter } from './models/starter';
export { sanctionsDataset } from './sanctions/dataset';
export type { SanctionsIndex } from './sanctions/lookup';
export type { SanctionedAddress, SanctionsSnapshot } from './sanctions/records';
export { contentChunks, contentSha256, recordText } from './osv/content';
export { inheritSeverity } from './osv/inherited-severity';
export { cursorOf, toValidators, type Cursor } from './osv/cursor';
export { fileOf, indexScope, prepareIndex, type OsvDocument } from './osv/document';
export type { LoadReport, UnreadRecord } from './osv/guards';
export { indexFault, openIndex, recordsFault, type OpenedIndex } from './osv/live-advisories';
export { indexOsv, type OsvIndex } from './osv/lookup';
export { IndexFileError, MISSING_INDEX, type PackagePlace } from './osv/ports';
export { INDEXES_KEPT, publishAdvisories, sweepIndexes } from './osv/publish-advisories';
export type { AdvisoryDeps, PublishAdvisoriesDeps } from './osv/publish-advisories';
export { resealAdvisories, rollbackAdvisories } from './osv/reseal-advisories';
export { publishAdvisoryStarter } from './osv/publish-advisory-starter';
export { osvStarter, type OsvStarter } from './osv/starter';
export type {
  AdvisoryBucket,
  AdvisoryBuilder,
  AdvisoryFiles,
  AdvisoryHit,
  AdvisoryReader,
  AliasedRating,
  DumpReading,
  FileContent,
  IndexFacts,
  IndexFile,
} from './osv/ports';
export { readDumpFile, readRecordFile, RECORD_BYTES_MAX, type RecordFileReading } from './osv/read-record';
export { openStoredAdvisories } from './osv/stored-advisories';
export type { AdvisoriesOpened, StoredAdvisories, StoredAdvisoriesDeps } from './osv/stored-advisories';
export {
  toAdvisory,
  toStored,
  type AdvisoryFacts,
  type StoredAdvisory,
  type StoredPackage,
} from './osv/stored-advisory';

export { UpstreamShapeError } from './upstream/upstream-shape-error';
export type { Companion, DatasetDescriptor } from './snapshot/descriptor';
export type { CompanionBodies } from './upstream/fetch-upstream';
export type { Dataset, DatasetVerbs, DocumentDataset, IndexedDataset } from './life/dataset';
export { documentDataset } from './life/document-dataset';
export type { DocumentDefinition, Starter } from './life/document-definition';
export type { ScopeTable } from './sealing/seal';
export { applyDelta, DeltaMismatchError } from './delta/apply-delta';
export type { Delta, SignedDelta } from './delta/delta';
export type { DeltaProof } from './snapshot/stored-delta';
export type { DeltaDownload } from './serve/delta-download';
export { deltaOfSorted, NotSortedError, type Difference, type SortedEntry } from './delta/delta-of-sorted';
export type { RecordList } from './delta/record-list';
export { remakeDeltas, type RemakeOutcome, type RemakeDeps } from './publish/publish-with-deltas';
export { deltaFault, deltaStatementBytes, type DeltaStatement } from './delta/signed-delta';
export type { StoredDelta } from './snapshot/stored-delta';
export { strongEtag } from './snapshot/etag';
export { freshnessOf, type Freshness, type FreshnessFacts } from './serve/freshness';
export { describeFaults, type GuardFault, type GuardRule } from './life/guards';
export type { LiveSnapshot } from './snapshot/live-snapshot';
export { LiveSnapshots, type DatasetStatus, type LiveSnapshotsDeps, type RefreshEvent } from './serve/live-snapshots';
export { MANIFEST_SCHEMA, manifestShapeFault } from './snapshot/manifest-schema';
export { answerMeta, type AnswerMeta, type AnswerTime } from './serve/answer-meta';
export { LeaseLostError, StoreError } from './store/snapshot-store';
export { NO_VALIDATORS, UpstreamError } from './upstream/upstream';
export type {
  DatasetState,
  DeltaEnds,
  Lease,
  PublishedWith,
  SnapshotReader,
  SnapshotStore,
} from './store/snapshot-store';
export type { Upstream, UpstreamReply, Validators } from './upstream/upstream';
export { publishDataset, type PublishDeps } from './publish/publish';
export type { PublishOutcome } from './publish/publish-outcome';
export type { UpstreamAddresses } from './upstream/fetch-upstream';
export { publishStarter, type StarterDeps, type StarterOutcome } from './publish/publish-starter';
export {
  callerDatasets,
  DATASETS,
  descriptorOf,
  DESCRIPTORS,
  isDatasetId,
  registeredDataset,
  hasDeltas,
  isIndexed,
} from './registry/registry';
export type { CallerDatasetId, DatasetIndexes, LoadableId } from './registry/registry';
export { resealCurrent, type ResealOutcome, type ResealDeps } from './publish/reseal';
export { DEFAULT_RETENTION, removeOldSnapshots, type GarbageOutcome, type Retention } from './publish/retention';
export { rollbackTo, type RollbackOutcome } from './publish/rollback';
export type { DatasetId, Manifest, ScopeSignature, SnapshotContent, StoredSnapshot } from './snapshot/snapshot';
export { STATEMENT_TYPE, statementBytes, statementOf, type Statement } from './snapshot/statement';
export { AT_ONCE, finish, runSliced, oneStep, type YieldPolicy, type CooperativeTask } from './tasks/cooperative-task';
export { manifestFault, type VerifierMap } from './sealing/verify-manifest';
export { verifySnapshot, type Verdict } from './life/verify-snapshot';
export { LEASE_TTL_MS, type LeaseDeps, type Timing } from './publish/with-lease';
export { eolDataset } from './eol/dataset';
export { eolStarter } from './eol/starter';
export { indexEol, type EolIndex } from './eol/lookup';
export { toProducts } from './eol/products';
export type { EolCycleRecord, EolProductRecord, EolSnapshot } from './eol/records';
export { epssDataset } from './epss/dataset';
export type { EpssSnapshot } from './epss/records';
export { epssStarter } from './epss/starter';
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
export type { LoadReport, UnreadRecord } from './upstream/load-report';
export { indexFault, openIndex, recordsFault, type OpenedIndex } from './osv/live-advisories';
export { indexOsv, type OsvIndex } from './osv/lookup';
export { IndexFileError, MISSING_INDEX } from './snapshot/index-file';
export type { PackagePlace } from './store/advisory-files';
export { osvStarter, type OsvStarter } from './osv/starter';
export type { AdvisoryBucket, DumpReading, FileContent } from './upstream/advisory-bucket';
export type {
  AdvisoryBuilder,
  AdvisoryFiles,
  AdvisoryHit,
  AdvisoryReader,
  AliasedRating,
  IndexFacts,
} from './store/advisory-files';
export type { IndexFile } from './snapshot/index-file';
export { readDumpFile, readRecordFile, RECORD_BYTES_MAX, type RecordFileReading } from './osv/read-record';
export { osvDataset } from './osv/dataset';
export { openStoredAdvisories } from './osv/stored-advisories';
export type { AdvisoriesOpened, StoredAdvisories, StoredAdvisoriesDeps } from './osv/stored-advisories';
export { toAdvisory, toStored } from './osv/stored-advisory';
export type { AdvisoryFacts, StoredAdvisory, StoredPackage } from './snapshot/stored-advisory';

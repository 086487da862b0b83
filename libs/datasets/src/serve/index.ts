export { answerMeta, type AnswerMeta, type AnswerTime } from './answer-meta';
export type { DeltaDownload } from './delta-download';
export { type Freshness, type FreshnessFacts, freshnessOf } from './freshness';
export type { DatasetStatus, LiveSnapshotsDeps, RefreshEvent } from './live-snapshots';

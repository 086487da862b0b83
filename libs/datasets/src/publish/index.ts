export type { PublishDeps } from './publish';
export type { StarterDeps } from './publish-starter';
export { remakeDeltas, type RemakeDeps, type RemakeOutcome } from './publish-with-deltas';
export { resealCurrent, type ResealDeps, type ResealOutcome } from './reseal';
export {
  DEFAULT_RETENTION,
  type GarbageOutcome,
  previewRemoval,
  removeOldSnapshots,
  type Retention,
} from './retention';
export { previewRollback, type RollbackOutcome, type RollbackPreview, rollbackTo } from './rollback';
export { type BusyOutcome, LEASE_TTL_MS, type LeaseDeps, type Timing } from './with-lease';

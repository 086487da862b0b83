export {
  DEFAULT_POLICY,
  EOL_WITHIN_DAYS_MAX,
  FAILURES,
  toPolicy,
  UNLISTED,
  type Failure,
  type Policy,
  type Unlisted,
} from './policy';
export { LIST_NAMES, type ListName, type Stack, type StackLists, type StackRef } from './stack';
export { checkStack, checkStackInSteps, withFewerShown, type StackSources } from './check/check-stack';
export type { EolSource } from './check/check-items';
export { isNothingKnown, judge, type StackCheck, type StackVerdict } from './check/judge';
export type {
  ImagePartResult,
  ImageResult,
  ImagesReport,
  ItemResult,
  ItemsReport,
  PackageResult,
  PackagesReport,
  PackageVulnerability,
  StackParts,
} from './check/parts';
export { LEVELS, REASON_CODES, type Level, type Reason, type ReasonCode } from './check/reason';
export type { StackSummary } from './check/summary';
export type { Deadline } from './check/next-deadline';
export type { Upgrade, UpgradeTarget } from './check/upgrade';
export { continueWatch, startWatch } from './watch/watch';
export type { WatchFacts, WatchHandle, WatchOutcome, WatchReport } from './watch/watch';
export { toBaseline, type Baseline, type Positions } from './watch/baseline';
export { editStack, listFault, type EditedStack, type StackEdits, type StackFault } from './watch/edit-stack';
export { CHANGE_TYPES, type Change, type ChangeType, type RemovalReason } from './watch/change';
export { changesBetween, type Comparison } from './watch/changes-between';
export { stateOf, type StateFacts } from './watch/state-of';
export type { WatchState } from './watch/watch-state';
export type { KnownId, KnownIds } from './watch/package-changes';
export type { Refresh } from './watch/next-check';
export { MARKDOWN_CHARS_MAX } from './watch/markdown';
export { ringFault, SECRET_BYTES, type KeyRing, type WatchSecret } from './token/key-ring';
export { openToken, type OpenedToken } from './token/open-token';

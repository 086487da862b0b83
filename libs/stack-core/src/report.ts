export type { EolSource } from './check/check-items';
export type { Deadline } from './check/next-deadline';
export type {
  ImagePartResult,
  ImageResult,
  ImagesReport,
  ItemAdvisories,
  ItemResult,
  ItemsReport,
  NoPackagesReason,
  PackageFinding,
  PackageResult,
  PackagesReport,
  PackageVulnerability,
  StackParts,
} from './check/parts';
export type { Level, Reason, ReasonCode } from './check/reason';
export type { StackSummary } from './check/summary';
export type { StackVerdict } from './check/verdict';
export { PLAN_STEPS_MAX, STEP_KINDS, STEP_SIZES, type LeftReason, type Plan, type PlanStep } from './plan/plan';
export type { Upgrade, UpgradeTarget } from '@stackcheck/eol-core/upgrades';

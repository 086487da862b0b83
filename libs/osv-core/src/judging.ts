export { assess, type AssessOptions, type Assessment } from './assess';
export { newerVersions, type BestVersion } from './best-version';
export { JudgedPackage, judgedPackage, type JudgingOptions } from './check/judged-package';
export { readingsOf } from './check/readings';
export type { PurlReading } from './ecosystem';
export { weighBatch, type WeightSource } from './check/weigh-batch';
export {
  evaluate,
  prepare,
  rememberingParser,
  withoutRedundantVersions,
  type HeldVerdict,
  type PreparedSpec,
  type Verdict,
  type VersionQuery,
} from './evaluate';
export type { Finding } from './finding';
export { groupByAlias, type Aliased, type AliasGroup } from './groups';
export { importsOf } from './import-paths';
export { minimumSafe } from './minimum-safe';
export { orderOf } from './order/order-of';
export { compareVersions, type VersionOrder } from './order/version-order';
export type { PackageAdvisory } from './package-advisory';

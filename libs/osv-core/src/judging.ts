export { assess, type AssessOptions, type Assessment } from './assess/assess';
export { newerVersions, type BestVersion } from './assess/best-version';
export { JudgedPackage, judgedPackage, type JudgingOptions } from './check/judged-package';
export { readingsOf } from './check/readings';
export type { PurlReading } from './purl/read-package';
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
} from './evaluate/evaluate';
export type { Finding } from './evaluate/finding';
export { groupByAlias, type Aliased, type AliasGroup } from './advisory/groups';
export { importsOf } from './advisory/import-paths';
export { minimumSafe } from './assess/minimum-safe';
export { orderOf } from './order/order-of';
export { compareVersions, type VersionOrder } from './order/version-order';
export type { PackageAdvisory } from './evaluate/package-advisory';

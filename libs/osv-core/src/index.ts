export { ECOSYSTEMS, isEcosystem, type Ecosystem } from './ecosystem-name';
export { PURL_LENGTH_MAX, readPurl, type Purl } from './purl';
export {
  PURL_TYPE_NAMES,
  PURL_TYPES,
  readPackage,
  type PackageQuery,
  type PurlFault,
  type PurlReading,
} from './ecosystem';
export { normaliseName } from './package-name';
export { coversRelease, readRelease, type Release } from './distro-release';
export { orderOf } from './order/order-of';
export { compareVersions, type VersionOrder } from './order/version-order';
export { SEVERITIES } from './types';
export type {
  Advisory,
  AdvisoryKind,
  AdvisoryRecord,
  AffectedPackage,
  AffectedSpec,
  EventKind,
  RangeEvent,
  Rating,
  Severity,
  VersionRange,
} from './types';
export { namedById, readOsvRecord, type RecordReading } from './osv-record';
export { byPackage } from './osv-affected';
export { readSpec, writeSpec } from './spec-text';
export {
  evaluate,
  prepare,
  rememberingParser,
  withoutRedundantVersions,
  type PreparedSpec,
  type Verdict,
  type VersionQuery,
} from './evaluate';
export { assess, type AssessOptions, type Assessment } from './assess';
export type { PackageAdvisory } from './package-advisory';
export type { Finding } from './finding';
export {
  checkPurls,
  checkPurlsInSteps,
  SIMILAR_MAX,
  VULNERABILITIES_SHOWN_MAX,
  type AdvisorySource,
  type PurlCheckOptions,
} from './check/check-purls';
export { weighBatch, type BatchWeight, type WeightSource } from './check/weigh-batch';
export type {
  CheckedPurl,
  PurlReport,
  PurlResult,
  PurlVulnerability,
  UncheckedPurl,
  UncheckedReason,
} from './check/check-result';
export { groupByAlias, type Aliased, type AliasGroup } from './groups';
export { minimumSafe } from './minimum-safe';
export { cvss3BaseScore } from './cvss3';
export { ratingOf, severityOf, toRating } from './rating';
export { NameSetBuilder, type NameSet } from './names/name-set';
export { nearNames } from './names/near-names';

export type { AdvisorySource } from './check/advisory-source';
export { checkPurls, checkPurlsInSteps } from './check/check-purls';
export { SIMILAR_MAX } from './check/judged-package';
export type { PurlReport, UncheckedReason } from './check/check-result';
export {
  PURL_TYPE_NAMES,
  PURL_TYPES,
  packageAt,
  readPackage,
  readPackageName,
  type PackageQuery,
} from './purl/read-package';
export { PURL_LENGTH_MAX, purlAt } from './purl/purl';
export { SEVERITIES, type Severity } from './advisory/advisory';

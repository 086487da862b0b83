export type { PurlCheckOptions } from './check/check-purls';
export { VULNERABILITIES_SHOWN_MAX } from './check/judged-package';
export { doubtOfName } from './check/doubt';
export { textWithoutSafe } from './check/remedy';
export {
  ACTIONS,
  withFewerShown,
  type Action,
  type CheckedPurl,
  type PurlBest,
  type PurlResult,
  type PurlVulnerability,
  type UncheckedPurl,
} from './check/check-result';
export { namedFirst, type NamedAdvisory } from './records/naming';

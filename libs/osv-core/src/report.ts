export { VULNERABILITIES_SHOWN_MAX, type AskPurl, type PurlCheckOptions } from './check/check-purls';
export {
  withFewerShown,
  type CheckedPurl,
  type PurlBest,
  type PurlResult,
  type PurlVulnerability,
  type UncheckedPurl,
} from './check/check-result';

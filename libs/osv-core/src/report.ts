export { VULNERABILITIES_SHOWN_MAX, type AskPurl, type PurlCheckOptions } from './check/check-purls';
export type { CheckedPurl, PurlResult, PurlVulnerability, UncheckedPurl } from './check/check-result';

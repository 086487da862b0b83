/** Questions about known exploited vulnerabilities. */
export { kevCheck } from './check';
export { CVE_CHARS_MAX, CVE_CHARS_MIN, cveFault } from '../query/cve-fault';

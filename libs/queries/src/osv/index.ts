/** Questions about package vulnerabilities. */
export { osvCheck } from './check';

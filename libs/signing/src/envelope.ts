export { STATEMENT_TYPE } from './answer/manifest-claim';
export type { Claim, ClaimSubject } from './answer/claim';
export { signPayload, verifyPayload } from './dsse';
export { preAuthEncoding } from './pre-auth-encoding';

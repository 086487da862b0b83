export { STATEMENT_TYPE } from './answer/manifest-claim';
export type { Claim, ClaimSubject } from './answer/claim';
export { preAuthEncoding, signPayload, verifyPayload } from './dsse';

// What an answer proves of itself, over WebCrypto; the signatures by themselves are the entry `./web`.
export type { AnswerToVerify, VerifiedAnswer } from '../answer/prove-answer';
export type { Claim, ClaimSubject } from '../answer/claim';
export type { KeySet } from '../key-set';
export { verifyAnswer } from './verify-answer';

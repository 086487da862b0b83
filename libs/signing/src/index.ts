export type { AnswerToVerify, VerifiedAnswer } from './answer/prove-answer';
export { verifyAnswer } from './answer/verify-answer';
export { canonicalBytes, canonicalJson } from './canonical-json';
export { sha256Hex } from './digest';
export { generateKeyPem, signerFromPem, verifierFromJwk, type Signer, type Verifier } from './ed25519';
export { parseKeySet, verifiersOf, type KeySet } from './key-set';

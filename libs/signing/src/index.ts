export { fromBase64Url, toBase64Url } from './base64url';
export { CanonicalJsonError, canonicalBytes, canonicalJson } from './canonical-json';
export { sha256Hex, sha256HexOf, sha256Steps, shortHash } from './digest';
export { preAuthEncoding, signPayload, verifyPayload } from './dsse';
export {
  KeyError,
  generateKeyPem,
  publicJwkOf,
  signerFromPem,
  verifierFromJwk,
  type Ed25519PublicJwk,
  type Signer,
  type Verifier,
} from './ed25519';
export { parseKeySet, verifiersOf, withKey, type KeySet } from './key-set';
export { verifyAnswer, type AnswerToVerify, type VerifiedAnswer } from './answer/verify-answer';
export type { Claim, ClaimSubject } from './answer/claim';
export type { ReceiptHeaders } from './answer/receipt-claim';
export { STATEMENT_TYPE } from './answer/manifest-claim';

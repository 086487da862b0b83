// The same as the main entry and `./envelope`, over WebCrypto: runs in browsers, workers and Node, and answers with promises.
export { canonicalBytes, canonicalJson, CanonicalJsonError } from '../canonical-json';
export { KeyError } from '../key-error';
export { preAuthEncoding } from '../pre-auth-encoding';
export type { Ed25519PublicJwk } from '../ed25519';
export { sha256Hex } from './digest';
export { signPayload, verifyPayload } from './dsse';
export { generateKeyPem, signerFromPem, verifierFromJwk, type WebSigner, type WebVerifier } from './ed25519';

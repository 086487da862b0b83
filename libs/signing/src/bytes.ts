export { fromBase64Url, toBase64Url } from './base64url';
export { CanonicalJsonError } from './canonical-json';
export { sha256HexOf, sha256Steps, shortHash } from './digest';

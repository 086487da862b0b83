export { ringFault, SECRET_BYTES, type KeyRing, type WatchSecret } from './key-ring';
export type { AesGcmInput, KeyMaterial, TokenCipher, TokenPacking, TokenSealing } from './token-sealing';
export { openToken, type OpenedToken } from './open-token';

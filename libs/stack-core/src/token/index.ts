export { ringFault, SECRET_BYTES, type KeyRing, type WatchSecret } from './key-ring';
export { openToken, type OpenedToken } from './open-token';

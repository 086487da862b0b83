export { type ClientAddress, clientAddress, trustedPeer } from './client-address';
export { ClientPresence } from './client-presence';
export { fingerprintOf, type FingerprintPieces } from './fingerprint';
export { headerValues } from './header-values';
export { onceSent } from './once-sent';
export { postJson, type JsonPost, type PostOutcome } from './post-json';

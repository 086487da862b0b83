export { authorizationDigest, paymentHash, recoverAddress, recoverSigner, signatureHash } from './eip3009';
export { type KeyRecovery, recoverKeysBy } from './key-recovery';
export { type Authorization, tokenDomain, type TokenDomain } from '../wire/transfer-authorization';

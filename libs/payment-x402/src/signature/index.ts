export {
  type Authorization,
  authorizationDigest,
  paymentHash,
  recoverAddress,
  recoverSigner,
  signatureHash,
  tokenDomain,
  type TokenDomain,
} from './eip3009';
export { type KeyRecovery, recoverKeysBy } from './key-recovery';

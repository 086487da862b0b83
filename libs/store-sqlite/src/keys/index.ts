export { revokeKey, rotateKey, type Overlap, type Revoked, type Rotated } from './change-keys';
export {
  keyIdInUse,
  nextFile,
  putFile,
  readKeySet,
  signerInUse,
  successorOf,
  writeKeySet,
  type KeyFiles,
} from './key-files';
export { keysLock } from '../payments/process-lock';
export { writeDraft } from './write-draft';

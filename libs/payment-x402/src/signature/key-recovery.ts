import { keccak256 } from 'ethers';
import { recover } from 'tiny-secp256k1';

/** Finds the address (lower-cased) whose key made a compact 64-byte signature over a 32-byte digest; null where none did. */
export type KeyRecovery = (digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1) => string | null;

/** On the curve, by libsecp256k1 as WebAssembly. Throws for an r or s that is no scalar of the group. */
export const recoverOnCurve: KeyRecovery = (digest, signature, recoveryId) => {
  const key = recover(digest, signature, recoveryId, false);
  return key && `0x${keccak256(key.subarray(1)).slice(26)}`;
};

let recovery = recoverOnCurve;

/** The way of recovery in use. */
export function recoverKey(...asked: Parameters<KeyRecovery>): string | null {
  return recovery(...asked);
}

/** For simulations alone, whose signatures are none: from now on keys are recovered another way. */
export function recoverKeysBy(other: KeyRecovery): void {
  recovery = other;
}

import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils';
import { BuyerError } from '../errors/buyer-error';
import { typedDataDigest, type TypedData } from './typed-data';

/** A signer over a private key in this process; it fits the port `Signer`. */
export interface KeySigner {
  /** With the checksum of EIP-55. */
  readonly address: string;
  /** Deterministic (RFC 6979), s in the lower half (EIP-2), v 27 or 28. */
  signTypedData(data: TypedData): Promise<string>;
}

/**
 * A signer for a private key given as text: 32 bytes in hex, with or without `0x`. The key stays in a closure, so that no log or inspection of
 * the signer shows it.
 * @param source what the text came from, for messages: `WALLET_KEY`, a file name
 * @throws BuyerError bad_key, which never holds the text
 */
export function signerFromKey(text: string, source = 'the key'): KeySigner {
  const [, hex] = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text.trim()) ?? [];
  if (hex === undefined)
    throw new BuyerError(
      'bad_key',
      `${source} holds no private key: give 64 hex digits, with or without 0x before them.`,
    );
  const key = hexToBytes(hex);
  if (!secp256k1.utils.isValidPrivateKey(key))
    throw new BuyerError('bad_key', `${source} holds a number that is no key of secp256k1; make another key.`);
  const publicKey = secp256k1.getPublicKey(key, false);
  return {
    address: checksummed(bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))),
    async signTypedData(data) {
      const signature = secp256k1.sign(typedDataDigest(data), key, { lowS: true });
      return `0x${signature.toCompactHex()}${(27 + signature.recovery).toString(16)}`;
    },
  };
}

/** Forty hex digits as an address in the mixed case of EIP-55. */
function checksummed(hex: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)));
  const letters = [...hex].map((letter, at) => (Number.parseInt(hash[at]!, 16) >= 8 ? letter.toUpperCase() : letter));
  return `0x${letters.join('')}`;
}

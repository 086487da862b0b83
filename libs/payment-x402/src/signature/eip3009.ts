import { hash } from 'node:crypto';
import { keccak256, TypedDataEncoder } from 'ethers';
import { TRANSFER_WITH_AUTHORIZATION, type Authorization, type TokenDomain } from '../wire/transfer-authorization';
import { recoverKey } from './key-recovery';

/** The EIP-712 digest that the payer's key signs (32 bytes, hex). */
export function authorizationDigest(domain: TokenDomain, authorization: Authorization): string {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const words = [
    word(BigInt(from)),
    word(BigInt(to)),
    word(value),
    word(validAfter),
    word(validBefore),
    nonce.slice(2),
  ];
  const message = keccak256(TYPE_HASH + words.join(''));
  return keccak256(`0x1901${separatorOf(domain).slice(2)}${message.slice(2)}`);
}

/** `encodeData` of EIP-712 by hand: the general encoder takes as long as the recovery of a signer. */
const TYPE_HASH = TypedDataEncoder.from(TRANSFER_WITH_AUTHORIZATION)
  .getEncoder('TransferWithAuthorization')({
    from: `0x${'0'.repeat(40)}`,
    to: `0x${'0'.repeat(40)}`,
    value: 0n,
    validAfter: 0n,
    validBefore: 0n,
    nonce: `0x${'0'.repeat(64)}`,
  })
  .slice(0, 66);

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

/** Separators by their domain; a process has one, and tests a few. */
const separators = new Map<string, string>();
const SEPARATORS_MAX = 100;

function separatorOf(domain: TokenDomain): string {
  const key = JSON.stringify([domain.name, domain.version, domain.chainId, domain.verifyingContract]);
  let separator = separators.get(key);
  if (separator === undefined) {
    if (separators.size >= SEPARATORS_MAX) separators.clear();
    separators.set(key, (separator = TypedDataEncoder.hashDomain(domain)));
  }
  return separator;
}

const PLAIN_SIGNATURE = /^0x[0-9a-fA-F]{130}$/;

// Half of the group order (SEC 2, section 2.4.1), rounded down: the greatest s that the token takes. The library looks
// at the highest bit alone, which lets a few values above it through.
const S_MAX = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether a signature has the form that keys make (65 bytes, hex); those of contracts have any. */
export function isPlainSignature(signature: string): boolean {
  return PLAIN_SIGNATURE.test(signature);
}

/**
 * The address whose key made a plain 65-byte signature, lower-cased. Null for what the token itself refuses (s in the
 * upper half (EIP-2), v neither 27 nor 28) and for anything else that is no such signature. A null proves nothing about wallets
 * that are contracts: those are judged by the facilitator.
 */
export function recoverSigner(domain: TokenDomain, authorization: Authorization, signature: string): string | null {
  return recoverAddress(authorizationDigest(domain, authorization), signature);
}

/** `recoverSigner` for a digest (32 bytes, hex), whatever it is of. */
export function recoverAddress(digest: string, signature: string): string | null {
  if (!isPlainSignature(signature)) return null;
  const v = Number.parseInt(signature.slice(130), 16);
  if (v !== 27 && v !== 28) return null;
  if (BigInt(`0x${signature.slice(66, 130)}`) > S_MAX) return null;
  try {
    const compact = Buffer.from(signature.slice(2, 130), 'hex');
    return recoverKey(Buffer.from(digest.slice(2), 'hex'), compact, v === 27 ? 0 : 1);
  } catch {
    // An r that is no point of the curve, or a zero: to the token, no key signed this.
    return null;
  }
}

/**
 * SHA-256 (hex) over the signed fields and the domain. Two headers with one hash are the same payment, however their
 * base64, JSON, number or address spelling differs; the signature is left out, since one payment may have several.
 */
export function paymentHash(domain: TokenDomain, authorization: Authorization): string {
  const fields = [
    domain.name,
    domain.version,
    String(domain.chainId),
    domain.verifyingContract.toLowerCase(),
    authorization.from.toLowerCase(),
    authorization.to.toLowerCase(),
    authorization.value.toString(),
    authorization.validAfter.toString(),
    authorization.validBefore.toString(),
    authorization.nonce.toLowerCase(),
  ];
  return hash('sha256', JSON.stringify(fields));
}

/** SHA-256 (hex) of a signature, however its letters are spelled. */
export function signatureHash(signature: string): string {
  return hash('sha256', signature.toLowerCase());
}

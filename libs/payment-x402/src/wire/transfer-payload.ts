import type { Shape } from './shape';
import type { Authorization } from './transfer-authorization';

/** `0x` and twenty bytes in hex, in any spelling of the letters. */
export const ADDRESS_PATTERN = /^0x[0-9a-fA-F]{40}$/;

/** A whole number in decimal of at most the digits of 2^256; the value itself is checked after parsing. */
export const UINT_PATTERN = /^[0-9]{1,78}$/;

const UINT256_MAX = 2n ** 256n - 1n;
const ADDRESS: Shape = { kind: 'text', pattern: ADDRESS_PATTERN };
const UINT: Shape = { kind: 'text', pattern: UINT_PATTERN };

/** The `payload` of scheme `exact` with EIP-3009; the same in both protocol versions. */
export const TRANSFER_PAYLOAD: Shape = {
  kind: 'object',
  members: {
    signature: { kind: 'text', pattern: /^0x(?:[0-9a-fA-F]{2})+$/ },
    authorization: {
      kind: 'object',
      members: {
        from: ADDRESS,
        to: ADDRESS,
        value: UINT,
        validAfter: UINT,
        validBefore: UINT,
        nonce: { kind: 'text', pattern: /^0x[0-9a-fA-F]{64}$/ },
      },
    },
  },
};

/** The payload as it passed the shape. */
export interface TransferPayload {
  readonly signature: string;
  readonly authorization: {
    readonly from: string;
    readonly to: string;
    readonly value: string;
    readonly validAfter: string;
    readonly validBefore: string;
    readonly nonce: string;
  };
}

/** The signed message of a payload that passed the shape; null when a number does not fit 256 bits. */
export function toAuthorization(payload: TransferPayload): Authorization | null {
  const signed = payload.authorization;
  const value = BigInt(signed.value);
  const validAfter = BigInt(signed.validAfter);
  const validBefore = BigInt(signed.validBefore);
  if (value > UINT256_MAX || validAfter > UINT256_MAX || validBefore > UINT256_MAX) return null;
  return {
    from: signed.from.toLowerCase(),
    to: signed.to.toLowerCase(),
    value,
    validAfter,
    validBefore,
    nonce: signed.nonce.toLowerCase(),
  };
}

/** The payload that carries an authorization and its signature (0x hex): numbers become decimal text. */
export function toTransferPayload(authorization: Authorization, signature: string): TransferPayload {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  return {
    signature,
    authorization: {
      from,
      to,
      value: value.toString(),
      validAfter: validAfter.toString(),
      validBefore: validBefore.toString(),
      nonce,
    },
  };
}

/**
 * One sentence when a payload is of a transfer method we do not take, so that a client with such a wallet
 * learns more than "malformed".
 */
export function foreignTransferMethod(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null) return null;
  if ('permit2Authorization' in payload)
    return 'Permit2 payments are not taken; sign an EIP-3009 TransferWithAuthorization.';
  if ('delegationManager' in payload || 'permissionContext' in payload)
    return 'ERC-7710 payments are not taken; sign an EIP-3009 TransferWithAuthorization.';
  return null;
}

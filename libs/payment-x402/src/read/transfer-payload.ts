import type { Authorization } from '../signature/eip3009';

const ADDRESS = '^0x[0-9a-fA-F]{40}$';
/** At most the digits of 2^256; the value itself is checked after parsing. */
const UINT = '^[0-9]{1,78}$';
const UINT256_MAX = 2n ** 256n - 1n;

/** JSON Schema of the `payload` of scheme `exact` with EIP-3009; the same in both protocol versions. */
export const TRANSFER_PAYLOAD_SCHEMA = {
  type: 'object',
  required: ['signature', 'authorization'],
  properties: {
    signature: { type: 'string', pattern: '^0x(?:[0-9a-fA-F]{2})+$' },
    authorization: {
      type: 'object',
      required: ['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce'],
      properties: {
        from: { type: 'string', pattern: ADDRESS },
        to: { type: 'string', pattern: ADDRESS },
        value: { type: 'string', pattern: UINT },
        validAfter: { type: 'string', pattern: UINT },
        validBefore: { type: 'string', pattern: UINT },
        nonce: { type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' },
      },
    },
  },
} as const;

/** The payload as it passed the schema. */
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

/** The signed message of a payload that passed the schema; null when a number does not fit 256 bits. */
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

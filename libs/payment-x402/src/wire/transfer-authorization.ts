import type { AtomicUsdc } from '@stackcheck/contract';
import type { PaymentTerms } from '../terms/payment-terms';

/** The message an EIP-3009 payer signs. Addresses and nonce lower-cased where it was read; times in Unix seconds. */
export interface Authorization {
  readonly from: string;
  readonly to: string;
  readonly value: AtomicUsdc;
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  /** 32 bytes, hex. */
  readonly nonce: string;
}

/** EIP-712 domain of the token. */
export interface TokenDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly verifyingContract: string;
}

/** EIP-712 types of `TransferWithAuthorization` (EIP-3009). */
export const TRANSFER_WITH_AUTHORIZATION = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
};

/** EIP-712 typed data as wallets take it (`eth_signTypedData_v4`, viem's `signTypedData`). */
export interface TransferTypedData {
  readonly domain: TokenDomain;
  readonly types: typeof TRANSFER_WITH_AUTHORIZATION;
  readonly primaryType: 'TransferWithAuthorization';
  readonly message: Authorization;
}

/** What a payer signs for an authorization of this token. */
export function transferTypedData(domain: TokenDomain, message: Authorization): TransferTypedData {
  return { domain, types: TRANSFER_WITH_AUTHORIZATION, primaryType: 'TransferWithAuthorization', message };
}

/** The domain under which payments on these terms are signed. */
export function tokenDomain(terms: PaymentTerms): TokenDomain {
  return {
    name: terms.assetName,
    version: terms.assetVersion,
    chainId: terms.chainId,
    verifyingContract: terms.asset.toLowerCase(),
  };
}

import { createHash } from 'node:crypto';
import type { FacilitatorRequest } from '@stackcheck/payment-x402/facilitator';
import { readAuthorization } from '@stackcheck/payment-x402/read';
import { authorizationDigest, recoverKeysBy, type TokenDomain } from '@stackcheck/payment-x402/signature';
import { Wallet } from 'ethers';

/** What a payer signed. Addresses and nonce lower-cased, times in Unix seconds. */
export interface SignedFields {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly validAfter: number;
  readonly validBefore: number;
  readonly nonce: string;
}

/** A payer of the simulation. */
export interface SimWallet {
  /** As EIP-55 spells it. */
  readonly address: string;
}

/** The same few payers in every schedule; making one is costly. */
export const WALLETS: readonly SimWallet[] = Array.from({ length: 8 }, (_, index) => {
  const wallet = new Wallet(`0x${(index + 1).toString(16).padStart(64, '5')}`);
  return { address: wallet.address };
});

interface Signed {
  readonly wallet: SimWallet;
  readonly fields: SignedFields;
}

/**
 * Signatures without curves: signing remembers what was signed by whom, recovering looks it up. A real one costs two
 * milliseconds, more than all the rest of a payment; that the real functions are right is held by their own vectors.
 */
export class Signatures {
  private readonly signed = new Map<string, Signed>();

  constructor(private readonly domain: TokenDomain) {}

  /**
   * The token takes no s of the upper half (EIP-2), so that none is made.
   * @param twin another signature over the same fields, as another nonce of the signer gives
   */
  sign(wallet: SimWallet, fields: SignedFields, twin = 0): string {
    const seed = createHash('sha512').update(
      `${wallet.address} ${fields.nonce} ${fields.validBefore} ${fields.value} ${fields.to} ${twin}`,
    );
    const made = seed.digest('hex');
    const signature = `0x${made.slice(0, 64)}0${made.slice(65)}1b`;
    this.signed.set(signature, { wallet, fields });
    return signature;
  }

  /** What the payment of a request says, when its payer signed exactly that. */
  of(request: FacilitatorRequest): SignedFields | null {
    const read = readAuthorization(request.paymentPayload);
    const signed = read && this.signed.get(read.signature);
    if (!signed) return null;
    const { authorization } = read;
    const { fields } = signed;
    const isSame =
      authorization.from === fields.from &&
      authorization.to === fields.to &&
      authorization.value === fields.value &&
      authorization.validAfter === BigInt(fields.validAfter) &&
      authorization.validBefore === BigInt(fields.validBefore) &&
      authorization.nonce === fields.nonce;
    return isSame ? fields : null;
  }

  /** The address whose key made a signature over a digest; another one when it was made over something else. */
  recover(digest: string, signature: string): string | null {
    const signed = this.signed.get(signature);
    if (!signed) return null;
    const { fields, wallet } = signed;
    const own = authorizationDigest(this.domain, {
      ...fields,
      validAfter: BigInt(fields.validAfter),
      validBefore: BigInt(fields.validBefore),
    });
    const { address } = own === digest ? wallet : WALLETS.find((other) => other !== wallet)!;
    return address.toLowerCase();
  }
}

let current: Signatures | undefined;

/** From now on, recovering a key asks these signatures instead of the curve. */
export function useSignatures(signatures: Signatures): void {
  current = signatures;
  recoverKeysBy((digest, signature, recoveryId) => {
    if (!current) throw new TypeError('not simulated');
    return current.recover(hex(digest), `${hex(signature)}${recoveryId === 0 ? '1b' : '1c'}`);
  });
}

function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

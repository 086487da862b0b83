import type { Facilitator } from '@stackcheck/payment-x402';
import type { FacilitatorRequest, SettleOutcome, VerifyOutcome } from '@stackcheck/payment-x402/facilitator';

/**
 * A facilitator whose chain remembers nonces and counts, so that a run of any length needs no growing memory: one bit a
 * payment. It takes nonces that are numbers, as `nextNonce` of `PaymentMaker` makes them.
 */
export class CountingFacilitator implements Facilitator {
  readonly name = 'counting';
  readonly evidence = 'facilitator';
  private spent = new Uint8Array(1 << 16);
  /** Transfers made on the chain; a nonce transfers once. */
  transfers = 0;
  /** Settle calls for a nonce that had been transferred before; the gate should need none. */
  repeatedSettles = 0;
  verifies = 0;

  async verify({ expected }: FacilitatorRequest): Promise<VerifyOutcome> {
    this.verifies += 1;
    return this.isSpent(expected.nonce)
      ? { kind: 'refused', code: 'payment_replayed', reason: 'invalid_exact_evm_nonce_already_used' }
      : { kind: 'verified' };
  }

  async settle({ expected }: FacilitatorRequest): Promise<SettleOutcome> {
    if (this.isSpent(expected.nonce)) {
      this.repeatedSettles += 1;
      return { kind: 'nonce_used', reason: 'invalid_exact_evm_nonce_already_used' };
    }
    this.spend(expected.nonce);
    this.transfers += 1;
    const { payer, network, nonce } = expected;
    return { kind: 'settled', transaction: nonce, payer, network };
  }

  health(): 'ok' {
    return 'ok';
  }

  private isSpent(nonce: string): boolean {
    const index = indexOf(nonce);
    return ((this.spent[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  private spend(nonce: string): void {
    const index = indexOf(nonce);
    while (index >> 3 >= this.spent.length) {
      const larger = new Uint8Array(this.spent.length * 2);
      larger.set(this.spent);
      this.spent = larger;
    }
    this.spent[index >> 3]! |= 1 << (index & 7);
  }
}

function indexOf(nonce: string): number {
  const index = Number(BigInt(nonce));
  if (!Number.isSafeInteger(index) || index >= 2 ** 31)
    throw new Error(`a nonce that this chain does not count: ${nonce}`);
  return index;
}

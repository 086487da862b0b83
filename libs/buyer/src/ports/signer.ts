import type { TransferTypedData } from '@stackcheck/payment-x402/wire';

/**
 * A payer's key, wherever it is kept. An account of viem fits, and so does a wallet of ethers with its arguments rearranged. The same data must give the
 * same signature where a payment is to survive a crash before it was first sent.
 */
export interface Signer {
  /** Of the payer, 0x hex. */
  readonly address: string;
  /** The 65-byte signature of EIP-712 data, 0x hex. */
  signTypedData(data: TransferTypedData): Promise<string>;
}

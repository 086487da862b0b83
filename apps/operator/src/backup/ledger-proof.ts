import type { PaymentReader } from '@stackcheck/payment-x402/store';

/** What proving a ledger gave. */
export interface LedgerProof {
  /** Null where it was not counted. */
  readonly payments: number | null;
  readonly faults: readonly string[];
}

/** Looks for faults in a whole ledger and counts its payments. Closes the reader. */
export async function proofOf(reader: PaymentReader): Promise<LedgerProof> {
  try {
    const faults = await reader.faults();
    let payments = 0;
    for await (const _payment of reader.all()) payments++;
    return { payments, faults };
  } finally {
    await reader.close();
  }
}

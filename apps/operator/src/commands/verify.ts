import type { PaymentReader } from '@stackcheck/payment-x402';

/** Checks the file, its schema, the chain of events and every payment's history. */
export async function verifyLedger(
  reader: PaymentReader,
  { json }: { readonly json?: true } = {},
): Promise<{ readonly text: string; readonly isSound: boolean }> {
  const faults = await reader.faults();
  if (json)
    return {
      text: JSON.stringify({ schema: 1, sound: faults.length === 0, faults }, null, 2),
      isSound: faults.length === 0,
    };
  if (faults.length > 0) return { text: faults.map((fault) => `FAULT  ${fault}`).join('\n'), isSound: false };
  return { text: 'the ledger is sound: file, schema, event chain and the history of every payment', isSound: true };
}

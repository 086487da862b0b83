import type { PaymentReader } from '@stackcheck/store-sqlite/payments';

/** Checks the file, its schema, the chain of events and every payment's history. */
export function verifyLedger(reader: PaymentReader): { readonly text: string; readonly isSound: boolean } {
  const faults = reader.faults();
  if (faults.length > 0) return { text: faults.map((fault) => `FAULT  ${fault}`).join('\n'), isSound: false };
  return { text: 'the ledger is sound: file, schema, event chain and the history of every payment', isSound: true };
}

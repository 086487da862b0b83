import { MemoryLedger, type MemoryRows } from './memory-ledger';
import { paymentLedgerContract } from './payment-ledger.contract';

let rows: MemoryRows = [];

paymentLedgerContract('the memory ledger', {
  create() {
    rows = [];
    return new MemoryLedger('boot-1', rows);
  },
  reopen: (bootId) => new MemoryLedger(bootId, rows),
});

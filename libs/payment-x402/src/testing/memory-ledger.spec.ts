import { MemoryLedger, type MemoryRows } from './memory-ledger';
import { paymentFaultsContract } from './payment-faults.contract';
import { paymentGateContract } from './payment-gate.contract';
import { paymentLedgerContract } from './payment-ledger.contract';
import { prepaidLedgerContract } from './prepaid-ledger.contract';
import { refusedPaymentsContract } from './refused-payments.contract';
import { refusedRowsContract } from './refused-rows.contract';

let rows: MemoryRows = [];

const subject = {
  create() {
    rows = [];
    return new MemoryLedger('boot-1', rows);
  },
  reopen: (bootId: string) => new MemoryLedger(bootId, rows),
};

paymentLedgerContract('the memory ledger', subject);
paymentGateContract('the memory ledger', subject);
paymentFaultsContract('the memory ledger', subject);
refusedRowsContract('the memory ledger', subject);
refusedPaymentsContract('the memory ledger', subject);
prepaidLedgerContract('the memory ledger', subject);

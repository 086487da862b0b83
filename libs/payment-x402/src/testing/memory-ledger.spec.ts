import { MemoryLedger, type MemoryRows } from './memory-ledger';
import { paymentFaultsContract } from './payment-faults.contract';
import { paymentGateContract } from './payment-gate.contract';
import { paymentLedgerContract } from './payment-ledger.contract';
import { prepaidLedgerContract } from './prepaid-ledger.contract';
import { refusedPaymentsContract } from './refused-payments.contract';
import { refusedRowsContract } from './refused-rows.contract';

let rows: MemoryRows = [];

const harness = {
  create() {
    rows = [];
    return new MemoryLedger('boot-1', rows);
  },
  reopen: (bootId: string) => new MemoryLedger(bootId, rows),
};

paymentLedgerContract('the memory ledger', harness);
paymentGateContract('the memory ledger', harness);
paymentFaultsContract('the memory ledger', harness);
refusedRowsContract('the memory ledger', harness);
refusedPaymentsContract('the memory ledger', harness);
prepaidLedgerContract('the memory ledger', harness);

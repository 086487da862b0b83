import { MemoryLedger, type MemoryRows } from './memory-ledger';
import { paymentFaultsContract } from './payment-faults.contract';
import { paymentGateContract } from './payment-gate.contract';
import { paymentLedgerContract, type LedgerHarness } from './payment-ledger.contract';

let rows: MemoryRows = [];

const harness: LedgerHarness = {
  create() {
    rows = [];
    return new MemoryLedger('boot-1', rows);
  },
  reopen: (bootId) => new MemoryLedger(bootId, rows),
};

paymentLedgerContract('the memory ledger', harness);
paymentGateContract('the memory ledger', harness);
paymentFaultsContract('the memory ledger', harness);

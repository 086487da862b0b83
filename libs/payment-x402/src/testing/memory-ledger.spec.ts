import { MemoryLedger, type MemoryRows } from './memory-ledger';
import { ledgerContracts } from './ledger-contracts';

let rows: MemoryRows = [];

const subject = {
  create() {
    rows = [];
    return new MemoryLedger('boot-1', rows);
  },
  reopen: (bootId: string) => new MemoryLedger(bootId, rows),
};

ledgerContracts('the memory ledger', subject);

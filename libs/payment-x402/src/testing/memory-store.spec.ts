import { MemoryDisk, memoryFault, MemoryStore } from './memory-store';
import { paymentStoreContract } from './payment-store.contract';

let disk: MemoryDisk;

paymentStoreContract('the memory store', {
  fresh: () => (disk = new MemoryDisk()),
  open: async ({ wrapLedger, ...opener }) => new MemoryStore(disk, opener, wrapLedger),
  errorOf: memoryFault,
  kinds: ['fatal', 'full', 'busy', 'away'],
});

import { MemoryBook } from './memory-book';
import { transactionBookContract } from './transaction-book.contract';

let last = new MemoryBook();

transactionBookContract('in memory', {
  create: async () => (last = new MemoryBook()),
  reopen: async () => new MemoryBook(last.rows),
});

import { MemoryBook } from '../testing/memory-book';
import type { TransactionBook } from './transaction-book';
import { tellingBook, walletFault } from './wallet-fault';

const ATTEMPT = { hash: '0x01', raw: '0x02', atMs: 3 };
const TRANSFER = { payer: '0xa', nonce: '0xb', payTo: '0xc', value: 1n, validBefore: 4 };
const CALLS: readonly [keyof TransactionBook, (book: TransactionBook) => Promise<unknown>, readonly unknown[]][] = [
  ['nextNonce', (book) => book.nextNonce(), []],
  ['add', (book) => book.add(0, [TRANSFER], ATTEMPT), [0, [TRANSFER], ATTEMPT]],
  ['addAttempt', (book) => book.addAttempt(0, 1, ATTEMPT), [0, 1, ATTEMPT]],
  ['mark', (book) => book.mark(0, 'mined', '0x01', 5), [0, 'mined', '0x01', 5]],
  ['at', (book) => book.at(0), [0]],
  ['unfinished', (book) => book.unfinished(), []],
  ['carrying', (book) => book.carrying('0xa', '0xb'), ['0xa', '0xb']],
];

it.each(CALLS)('what a book answers to %s is passed on, and its faults are known as such', async (name, ask, given) => {
  const inner = new MemoryBook();
  const method = jest.spyOn(inner, name as 'nextNonce').mockResolvedValueOnce(7);
  expect(await ask(tellingBook(inner))).toBe(7);
  expect(method.mock.calls).toEqual([given]);

  const cause = new Error('the disk');
  method.mockRejectedValueOnce(cause);
  const fault = await ask(tellingBook(inner)).catch((error: unknown) => error);

  expect(fault).toMatchObject({ message: 'the disk', cause });
  expect(walletFault(fault)).toEqual({ level: 'alarm', event: 'transaction_book_failed', reason: 'the disk' });
});

it.each<[unknown, string]>([
  [new Error('away'), 'away'],
  ['away', 'away'],
  [null, 'null'],
])('anything else is a fault of the node: %p', (error, reason) => {
  expect(walletFault(error)).toStrictEqual({ level: 'warn', event: 'gas_node_failed', reason });
  expect(walletFault(error, 0)).toStrictEqual({ level: 'warn', event: 'gas_node_failed', nonce: 0, reason });
});

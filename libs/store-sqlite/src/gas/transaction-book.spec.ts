import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transactionBookContract } from '@stackcheck/payment-x402/testing';
import { DatabaseOpenError } from '../open';
import { bookLock } from '../payments/process-lock';
import { openTransactionBook, type OpenTransactionBook } from './transaction-book';

const folder = mkdtempSync(join(tmpdir(), 'gas-'));
const opened: OpenTransactionBook[] = [];
let files = 0;

const OWNER = { chainId: 8453, wallet: '0xd8291E50E2e68fb2c70d77cCDc707D291a89f209' };

function open(owner = OWNER): OpenTransactionBook {
  const book = openTransactionBook(join(folder, `${files}.db`), owner);
  opened.push(book);
  return book;
}

afterAll(() => {
  for (const book of opened) book.close();
  rmSync(folder, { recursive: true, force: true });
});

transactionBookContract('a file', {
  create: async () => {
    files++;
    return open();
  },
  reopen: async () => open(),
});

const attempt = { hash: '0xaa', raw: '0x02aa', atMs: 1_000 };

it('wallets and chains have books of their own in one file', async () => {
  files++;
  await open().add(3, [], attempt);

  expect(await open({ ...OWNER, wallet: `0x${'1'.repeat(40)}` }).nextNonce()).toBeNull();
  expect(await open({ ...OWNER, chainId: 84532 }).nextNonce()).toBeNull();
  expect(await open({ ...OWNER, wallet: OWNER.wallet.toLowerCase() }).nextNonce()).toBe(4);
});

it('what is final is forgotten after a month, and never the last nonce', async () => {
  files++;
  const book = open();
  const transfer = { payer: '0xa', nonce: '0x1', payTo: '0xb', value: 1n, validBefore: 9 };
  for (const nonce of [0, 1]) await book.add(nonce, [transfer], attempt);
  await book.mark(0, 'final', '0xaa', 1_000);
  await book.mark(1, 'final', '0xaa', 1_000 + 31 * 86_400_000);

  expect((await book.carrying('0xa', '0x1')).map(({ nonce }) => nonce)).toEqual([1]);
  expect(await book.nextNonce()).toBe(2);
});

const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;

it.each([
  ['of a month', 'final', '0xaa', 0, 'final', [0, 1]],
  ['that is older', 'final', '0xaa', 1, 'final', [1]],
  ['that is older and another wrote', 'foreign', null, 1, 'final', [1]],
  ['that is older and only mined', 'mined', '0xaa', DAY_MS, 'final', [0, 1]],
  ['that is older and open', 'open', null, DAY_MS, 'final', [0, 1]],
  ['that is older, while the next one is only mined', 'final', '0xaa', DAY_MS, 'mined', [0, 1]],
] as const)('a transaction %s is kept or forgotten', async (_what, state, minedAs, laterMs, next, kept) => {
  files++;
  const book = open();
  const transfer = { payer: '0xa', nonce: '0x1', payTo: '0xb', value: 1n, validBefore: 9 };
  for (const nonce of [1, 0]) await book.add(nonce, [transfer], attempt);
  await book.mark(0, state, minedAs, 1_000);

  await book.mark(1, next, '0xaa', 1_000 + MONTH_MS + laterMs);

  expect((await book.carrying('0xa', '0x1')).map(({ nonce }) => nonce).reverse()).toEqual(kept);
});

it('a later transaction is not forgotten with an earlier one', async () => {
  files++;
  const book = open();
  for (const nonce of [0, 1, 2]) await book.add(nonce, [], attempt);
  await book.mark(2, 'final', '0xaa', 1_000);
  await book.mark(0, 'final', '0xaa', 1_000 + 2 * MONTH_MS);

  expect(await book.at(2)).toMatchObject({ state: 'final' });
});

it('while one has it open no other is put in its place, and while one is put there none is opened', () => {
  const path = join(folder, 'locked.db');
  const restore = bookLock(path, 'alone');
  const first = openTransactionBook(path, OWNER);
  expect(restore.take()).toBe(false);

  first.close();
  expect(restore.take()).toBe(true);
  expect(() => openTransactionBook(path, OWNER)).toThrow(
    new DatabaseOpenError(`a restore is putting another "${path}" in place: start again after it`),
  );
  restore.release();
});

it('one that cannot be opened leaves no lock behind', () => {
  const path = join(folder, 'garbage.db');
  writeFileSync(path, 'these are not the bytes of a database '.repeat(100));
  const restore = bookLock(path, 'alone');

  expect(() => openTransactionBook(path, OWNER)).toThrow('file is not a database');

  expect(restore.take()).toBe(true);
  restore.release();
});

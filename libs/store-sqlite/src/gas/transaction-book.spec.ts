import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transactionBookContract } from '@stackcheck/payment-x402/testing';
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

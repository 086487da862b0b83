import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { createGasWallet } from '@stackcheck/payment-x402/self';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { openBookReader, openTransactionBook } from '@stackcheck/store-sqlite/gas';
import { openPaymentLedger } from '@stackcheck/store-sqlite/testing';
import { ledgerLock } from '@stackcheck/store-sqlite/upgrade';
import { runOperator } from '../operator';
import { whileStopped } from './restore';

const CHAIN = 8453;
const CALL = { to: `0x${'12'.repeat(20)}`, data: '0x', gasLimit: 21_000n };
const FEES = { maxFeePerGas: 9n, maxPriorityFeePerGas: 9n };
const wallet = createGasWallet(`0x${'5e'.repeat(32)}`);

let folder: string;
const at = (name: string): string => join(folder, name);
const book = (): string => join(folder, 'data', 'gas.db');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gas-backup-'));
  mkdirSync(at('data'));
  const ledger = openPaymentLedger(at('data/payments.db'), { bootId: 'boot-1', deliveryWaitMs: 0 });
  await ledger.claim(testIntent({}), Date.UTC(2026, 10, 20, 12));
  ledger.close();
  writeFileSync(at('key'), randomBytes(32).toString('hex'), { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Signs and writes transactions of these nonces. */
async function sign(nonces: readonly number[], change: (raw: string) => string = (raw) => raw): Promise<void> {
  const opened = openTransactionBook(book(), { chainId: CHAIN, wallet: wallet.address });
  for (const nonce of nonces) {
    const { hash, raw } = wallet.sign(CHAIN, nonce, CALL, FEES);
    await opened.add(nonce, [], { hash, raw: change(raw), atMs: 1_000 });
  }
  opened.close();
}

async function run(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runOperator([...args, '--key-file', at('key'), '--json'], {
    env: { DATA_DIR: at('data') },
    write: (text) => (out += text),
    complain: (line) => (err += `${line}\n`),
  });
  return { code, err, said: (out === '' ? {} : JSON.parse(out)) as Record<string, unknown> };
}

function nextNonce(): number | undefined {
  const reader = openBookReader(book());
  try {
    return reader.wallets()[0]?.next;
  } finally {
    reader.close();
  }
}

const backUp = () => run('backup', at('b'));
const restore = (...more: string[]) => run('restore', at('b'), ...more);

it('comes back with the ledger, and its signatures are proven', async () => {
  await sign([4, 5]);
  expect((await backUp()).said).toMatchObject({ files: [{ path: 'payments.db' }, { path: 'gas.db' }] });
  rmSync(at('data'), { recursive: true });

  const wallets = [{ chain_id: CHAIN, wallet: wallet.address.toLowerCase(), next_nonce: 6, unfinished: 2 }];
  expect(await restore()).toMatchObject({ code: 0, said: { wallets, gas_db_kept: false } });
  expect(nextNonce()).toBe(6);
});

it('stays where the one that is there knows all of it, and gives way where it does not', async () => {
  await sign([4]);
  await backUp();
  copyFileSync(book(), at('older'));
  await sign([5]);
  expect(await restore()).toMatchObject({ code: 0, said: { gas_db_kept: true } });
  expect(nextNonce()).toBe(6);

  await run('backup', at('c'));
  copyFileSync(at('older'), book());
  expect(await run('restore', at('c'))).toMatchObject({ code: 0, said: { gas_db_kept: false } });
  expect(nextNonce()).toBe(6);

  writeFileSync(book(), 'no database');
  const { code, said } = await restore();
  expect({ code, kept: said['gas_db_kept'] }).toEqual({ code: 0, kept: false });
  expect(existsSync(join(said['aside'] as string, 'gas.db'))).toBe(true);
  expect(nextNonce()).toBe(5);
});

it('is not replaced while an API settles with it, nor is anything else', async () => {
  await sign([4]);
  await backUp();
  const api = openTransactionBook(book(), { chainId: CHAIN, wallet: wallet.address });
  rmSync(at('data/payments.db'));

  expect(await restore()).toMatchObject({ code: 1, err: expect.stringMatching(/^an API runs on this data folder/) });
  expect(existsSync(at('data/payments.db'))).toBe(false);
  api.close();
  expect(await restore()).toMatchObject({ code: 0 });
  expect(existsSync(at('data/payments.db'))).toBe(true);
});

it('while a restore goes on no API begins', async () => {
  await sign([4]);
  mkdirSync(at('unpacked'));
  for (const name of ['payments.db', 'gas.db']) copyFileSync(at(`data/${name}`), at(`unpacked/${name}`));

  await whileStopped(at('unpacked'), at('data'), systemClock, async () => {
    await expect(sign([5])).rejects.toThrow(/a restore is putting another .*gas\.db" in place/);
    expect(ledgerLock(at('data/payments.db')).take()).toBe(false);
  });
  await sign([5]);
  expect(nextNonce()).toBe(6);
});

it('stays where the backup has none', async () => {
  await backUp();
  await sign([4]);

  expect(await restore()).toMatchObject({ code: 0, said: { gas_db_kept: true, wallets: [] } });
  expect(nextNonce()).toBe(5);
});

it.each<[string, (raw: string) => string, RegExp]>([
  ['is no transaction', () => '0x00', /nonce 4 is no transaction/],
  ['is another one', () => wallet.sign(CHAIN, 7, CALL, FEES).raw, /nonce 4 has another hash/],
])('a backup in which one %s is not restored', async (_what, change, said) => {
  await sign([4], change);
  await backUp();
  rmSync(book());

  expect(await restore()).toMatchObject({ code: 1, err: expect.stringMatching(said) });
  expect(existsSync(book())).toBe(false);
});

it('a series holds the pieces of it that changed', async () => {
  mkdirSync(at('series'));
  await sign(Array.from({ length: 300 }, (_none, index) => index));
  const first = await run('backup', at('series'));
  await sign([300]);
  const second = await run('backup', at('series'));
  rmSync(at('data'), { recursive: true });

  expect(second.said['bytes']).toBeLessThan((first.said['bytes'] as number) / 2);
  expect(await run('restore', at('series'))).toMatchObject({ code: 0 });
  expect(nextNonce()).toBe(301);
});

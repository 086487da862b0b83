import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerTarget, StoredEvent, StoredNonce, StoredPayment } from '@stackcheck/payment-x402/store';
import { lightningIntent, testIntent } from '@stackcheck/payment-x402/testing';
import { DatabaseOpenError } from '../../open';
import { openPaymentLedger } from '../payment-ledger';
import { openPaymentReader } from '../payment-reader';
import { openSandboxNonces } from '../sandbox-nonces';
import { openMoveSource } from './move-source';
import { openMoveTarget } from './move-target';

const NOW_MS = 1_790_000_000_000;
const SETTLEMENT = { transaction: 'e7'.repeat(32), evidence: 'preimage', paymentResponse: '' } as const;

interface Contents {
  readonly events: readonly StoredEvent[];
  readonly payments: readonly StoredPayment[];
  readonly nonces: readonly StoredNonce[];
}

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'move-target-'));
  path = join(folder, 'deeper', 'back.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const contentsOf = async (ledger: Pick<LedgerTarget, 'events' | 'payments' | 'nonces'>): Promise<Contents> => ({
  events: await all(ledger.events()),
  payments: await all(ledger.payments()),
  nonces: await all(ledger.nonces()),
});

/** What a ledger with a settled and an open payment holds. */
async function lived(): Promise<Contents> {
  const file = join(folder, 'payments.db');
  const ledger = openPaymentLedger(file, { bootId: 'boot-1' });
  await ledger.claimSettled(lightningIntent(), SETTLEMENT, NOW_MS);
  await ledger.claim(testIntent(), NOW_MS);
  ledger.close();
  const nonces = openSandboxNonces(file);
  await nonces.spend({ network: 'n', asset: 'a', payer: 'p', nonce: '0x1' }, 'hash', NOW_MS);
  nonces.close();
  const source = await openMoveSource(file, () => NOW_MS);
  const contents = await contentsOf(source);
  await source.close();
  return contents;
}

async function fill(target: LedgerTarget, { events, payments, nonces }: Contents): Promise<void> {
  await target.putEvents(events.slice(0, 1));
  await target.putEvents(events.slice(1));
  await target.putPayments(payments);
  await target.putNonces(nonces);
  await target.filled();
}

it('a ledger that is put in place holds what was put in, for its owner alone, and can be read as one', async () => {
  const contents = await lived();
  const target = await openMoveTarget(path);
  expect([await target.look(), await target.isEmpty(), await target.hold()]).toEqual([
    { kind: 'held' },
    true,
    { kind: 'held' },
  ]);
  await fill(target, contents);
  expect(await target.faults()).toEqual([]);
  expect(existsSync(path)).toBe(false);
  await target.keep();
  await target.close();

  expect(readdirSync(join(folder, 'deeper'))).toEqual(['back.db']);
  expect([path, join(folder, 'deeper')].map((at) => statSync(at).mode & 0o777)).toEqual([0o600, 0o700]);
  const reader = await openPaymentReader(path);
  expect(await reader.faults()).toEqual([]);
  await reader.close();
  const again = await openMoveTarget(path);
  expect([await again.hold(), await again.isEmpty()]).toEqual([{ kind: 'held' }, false]);
  expect(await contentsOf(again)).toEqual(contents);
  await again.close();
  expect(existsSync(path)).toBe(true);
});

it('of what was put in before it broke off nothing is left, nor of an earlier one', async () => {
  mkdirSync(join(folder, 'deeper'));
  for (const end of ['', '-wal', '-shm', '-journal']) writeFileSync(`${path}.moving${end}`, 'half a ledger');
  const contents = await lived();
  const target = await openMoveTarget(path);
  await target.hold();
  await target.putEvents(contents.events);

  await target.close();

  expect(readdirSync(join(folder, 'deeper'))).toEqual([]);
});

it('a page of payments that cannot be put in as a whole is not put in', async () => {
  const { events, payments } = await lived();
  const target = await openMoveTarget(path);
  await target.hold();
  await target.putEvents(events);

  await expect((async () => target.putPayments([payments[0]!, payments[0]!]))()).rejects.toThrow('UNIQUE');

  expect(await all(target.payments())).toEqual([]);
  await target.close();
});

it('what stands there by the time that it is whole is not replaced', async () => {
  const contents = await lived();
  const target = await openMoveTarget(path);
  await target.hold();
  await fill(target, contents);
  writeFileSync(path, 'of somebody else');

  await expect(target.keep()).rejects.toThrow('EEXIST');
  await target.close();

  expect(readFileSync(path, 'utf8')).toBe('of somebody else');
  expect(readdirSync(join(folder, 'deeper'))).toEqual(['back.db']);
});

it('nothing is put in where it was not held, and no file is taken for a ledger that is none', async () => {
  const target = await openMoveTarget(path);
  await expect((async () => target.filled())()).rejects.toThrow('the target was not held');
  await target.close();
  expect(existsSync(join(folder, 'deeper'))).toBe(false);

  writeFileSync(join(folder, 'other.db'), 'these are not the bytes of a database '.repeat(100));
  await expect(openMoveTarget(join(folder, 'other.db'))).rejects.toThrow(DatabaseOpenError);
});

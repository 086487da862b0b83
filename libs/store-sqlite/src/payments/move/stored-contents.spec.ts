import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { openDatabase, type Connection } from '../../open';
import { fillLedger } from '../../testing/fill-ledger';
import { copyPayments } from '../copy-payments';
import { openPaymentLedger } from '../payment-ledger';
import { openSandboxNonces } from '../sandbox-nonces';
import { storedContents } from './stored-contents';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stackcheck-contents-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** More than are read at a time, twice. */
const MANY = 1_001;

async function filled(path: string): Promise<void> {
  const ledger = openPaymentLedger(path, { bootId: 'boot-1' });
  const settlement = { transaction: '0x1', evidence: 'facilitator', paymentResponse: 'e30=' } as const;
  await ledger.claimSettled(testIntent(), settlement, 1);
  ledger.close();
  fillLedger(path, MANY);
  const nonces = openSandboxNonces(path);
  const key = { network: 'n', asset: 'a', payer: 'p' };
  for (let at = 0; at < MANY; at++) await nonces.spend({ ...key, nonce: String(at).padStart(4, '0') }, `${at}`, at);
  nonces.close();
}

async function contentsOf(database: Connection) {
  const { payments, events, nonces } = storedContents(() => database);
  const ids: number[] = [];
  for await (const { id } of payments()) ids.push(id);
  let reported = 0;
  for await (const { state } of events()) reported += state === '' ? 0 : 1;
  const spent: string[] = [];
  for await (const { nonce } of nonces()) spent.push(nonce);
  return { ids, reported, spent };
}

it('all that a ledger holds is read, however much, and so it is from a copy', async () => {
  const [path, copy] = [join(folder, 'payments.db'), join(folder, 'copy.db')];
  await filled(path);
  await copyPayments(path, copy);

  for (const file of [path, copy]) {
    const database = openDatabase(file, { readOnly: true });
    const { ids, reported, spent } = await contentsOf(database);
    const { count } = database.prepare('SELECT count(*) AS count FROM payment_event').get() as { count: number };
    database.close();

    expect(ids).toEqual(Array.from({ length: MANY }, (_, at) => at + 1));
    expect(reported).toBe(count);
    expect(spent).toEqual(Array.from({ length: MANY }, (_, at) => String(at).padStart(4, '0')));
  }
});

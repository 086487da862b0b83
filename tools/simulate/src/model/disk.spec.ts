import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Random } from '../core/random';
import { Disk, ledgerFolder, type Stop } from './disk';

const INTENT = {
  x402Version: 2,
  payload: {},
  identifier: null,
  requestHash: 'c7'.repeat(32),
  routeId: 'service_eol_product',
  resourceUrl: 'https://api.example.com/v1/eol/nodejs',
  price: 1_000n,
  value: 1_000n,
  payTo: '0x000000000000000000000000000000000000dEaD',
  validAfter: 0,
  validBefore: 2_000_000_000,
  verifiedBy: null,
  answer: { status: 200, contentType: 'application/json', body: Buffer.from('{}'), snapshotIds: [] },
} as const;

/** How many of ten acknowledged claims are there after a stop. */
async function keptAfter(stop: Stop, synchronous: 'FULL' | 'NORMAL', seed: string): Promise<number> {
  const folder = ledgerFolder();
  const disk = new Disk(folder.path, new Random(seed), {
    synchronous,
    begin: 'immediate',
    hasOtherWriter: false,
    hasThread: false,
  });
  try {
    const ledger = disk.boot('boot-1');
    for (let i = 0; i < 10; i++) {
      const nonce = `0x${String(i).padStart(64, '0')}`;
      const key = { network: 'eip155:84532', asset: `0x${'a5'.repeat(20)}`, payer: `0x${'b6'.repeat(20)}`, nonce };
      await ledger.claim({ ...INTENT, key, paymentHash: nonce }, 1);
    }
    disk.crash(stop);
    return (await disk.boot('boot-2').counts()).settling;
  } finally {
    disk.close();
    folder.remove();
  }
}

test.each<[Stop, 'FULL' | 'NORMAL']>([
  ['kill', 'FULL'],
  ['power', 'FULL'],
  ['kill', 'NORMAL'],
])('a %s keeps every acknowledged claim of a ledger that syncs %s', async (stop, synchronous) => {
  for (const seed of ['1', '2', '3']) expect(await keptAfter(stop, synchronous, seed)).toBe(10);
});

test('a power cut takes acknowledged claims from a ledger that does not sync', async () => {
  const kept: number[] = [];
  for (const seed of ['1', '2', '3', '4']) kept.push(await keptAfter('power', 'NORMAL', seed));

  expect(Math.min(...kept)).toBeLessThan(10);
});

test('databases outside its folder keep the promises and locks that they were opened with', async () => {
  await keptAfter('power', 'NORMAL', '1');
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-disk-'));
  const [own, other] = [new Database(join(folder, 'a.db')), new Database(join(folder, 'a.db'))];
  try {
    own.pragma('journal_mode = WAL');
    own.pragma('synchronous = FULL');
    own.exec('CREATE TABLE a (b)');

    expect(own.pragma('synchronous', { simple: true })).toBe(2);
    expect(other.prepare('SELECT count(*) FROM a').pluck().get()).toBe(0);
  } finally {
    other.close();
    own.close();
    rmSync(folder, { recursive: true });
  }
});

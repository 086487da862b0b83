import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPayments } from '@stackcheck/store-sqlite/payments';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import { newerDatabase, olderLedger } from '@stackcheck/store-sqlite/testing';
import { ledgerLock } from '@stackcheck/store-sqlite/upgrade';
import { runOperator } from '../operator';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'operator-upgrade-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const ledger = (): string => join(folder, 'payments.db');
const copies = (): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('before-upgrade-'));

async function run(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runOperator(['upgrade', ...args], {
    env: { DATA_DIR: folder },
    write: (text) => (out += text),
    complain: (line) => (err += `${line}\n`),
  });
  return { code, out, err };
}

it('copies and migrates what is behind, once, and says what it did', async () => {
  olderLedger(ledger());
  openSnapshotStore(join(folder, 'snapshots.db')).close();

  expect(await run('--dry-run')).toMatchObject({
    code: 0,
    out: expect.stringContaining('behind: 0008_lost'),
  });
  expect(copies()).toEqual([]);

  const { code, out } = await run('--json');
  const done = JSON.parse(out) as { readonly kept: string };
  expect([code, done]).toMatchObject([
    0,
    { changed: true, migrated: [{ name: 'payments.db', steps: ['0008_lost'] }], payments: 0, faults: [] },
  ]);
  expect(readdirSync(done.kept)).toEqual(['payments.db']);
  expect(statSync(done.kept).mode & 0o777).toBe(0o700);

  expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('nothing was behind') });
  expect(copies()).toHaveLength(1);
});

it('waits for the end of an API that takes payments', async () => {
  olderLedger(ledger(), Date.now() + 20_000);

  expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('stop it first') });
  expect(copies()).toEqual([]);
});

it('leaves the ledger of one that was frozen for longer than its lease alone', async () => {
  olderLedger(ledger());
  const frozen = ledgerLock(ledger());
  frozen.take();

  expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('stop it first') });
  expect(copies()).toEqual([]);
  frozen.release();
  expect(await run()).toMatchObject({ code: 0 });
});

it('refuses what a newer program wrote, and leaves it alone', async () => {
  await (await openPayments({ file: ledger(), bootId: 'b', hostId: 'h', thread: 'never' })).close();
  newerDatabase(ledger());

  expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('run the newer program') });
  expect(copies()).toEqual([]);
});

it('says that there is nothing', async () => {
  expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('there is no database') });
});

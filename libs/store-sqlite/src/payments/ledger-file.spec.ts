import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../open';
import { checkLedgerFile, openLedgerFile } from './ledger-file';

const LARGE_BYTES = 64 * 2 ** 20;
const PAGE_BYTES = 4_096;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-file-'));
  path = join(folder, 'payments.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file without content, which takes no room. */
function holes(bytes: number): void {
  writeFileSync(path, 'these are not the bytes of a database');
  truncateSync(path, bytes);
}

it.each([
  [LARGE_BYTES, 'sound'],
  [LARGE_BYTES + 1, 'damaged'],
])('a ledger of %i bytes is checked where that was not done when it was opened', async (bytes, kind) => {
  holes(bytes);

  expect(await checkLedgerFile(path)).toMatchObject({ kind });
});

it('is checked when it is opened, unless it is large', () => {
  const database = openDatabase(path);
  database.exec('CREATE TABLE t (x TEXT); CREATE INDEX i ON t (x)');
  const insert = database.prepare('INSERT INTO t VALUES (hex(randomblob(500)))');
  for (let row = 0; row < 100; row++) insert.run();
  database.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(5 * PAGE_BYTES, 0xee), 0, 5 * PAGE_BYTES, 10 * PAGE_BYTES);
  closeSync(file);
  expect(() => openLedgerFile(path)).toThrow(/damaged|malformed/);

  truncateSync(path, LARGE_BYTES + PAGE_BYTES);
  const ledger = openLedgerFile(path);

  expect(ledger.pragma('wal_autocheckpoint', { simple: true })).toBe(0);
  ledger.close();
});

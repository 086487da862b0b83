import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFile, isLargerThan } from './check-file';
import { openDatabase } from './open';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-file-'));
  path = join(folder, 'a.db');
  const database = openDatabase(path);
  database.exec('CREATE TABLE t (x TEXT); CREATE INDEX i ON t (x)');
  const insert = database.prepare('INSERT INTO t VALUES (hex(randomblob(500)))');
  for (let row = 0; row < 200; row++) insert.run();
  database.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Overwrites pages in the middle of the file, as a failing disk would. */
function damage(): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4_096 * 20, 0xee), 0, 4_096 * 20, 4_096 * 5);
  closeSync(file);
}

test('a whole file is sound', async () => expect(await checkFile(path)).toEqual({ kind: 'sound' }));

test('a damaged one is found, also when it was opened without a check', async () => {
  damage();
  expect(() => openDatabase(path)).toThrow(/damaged|malformed/);
  openDatabase(path, { checkedBytesMax: 8_192 }).close();

  expect(await checkFile(path)).toMatchObject({ kind: 'damaged' });
});

test('a file that is no larger than that is checked when it is opened', () => {
  damage();

  expect(() => openDatabase(path, { checkedBytesMax: 2 ** 22 })).toThrow(/damaged|malformed/);
});

test('a file that is not there can neither be checked nor be too large', async () => {
  expect(await checkFile(join(folder, 'none.db'))).toMatchObject({ kind: 'unchecked' });
  expect(isLargerThan(join(folder, 'none.db'), 0)).toBe(false);
});

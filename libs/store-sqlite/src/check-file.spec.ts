import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
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

test('what is no database, or has no readable schema, is damaged; a folder cannot be checked', async () => {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4_096 - 100, 0xee), 0, 4_096 - 100, 100);
  closeSync(file);
  const other = join(folder, 'other.db');
  writeFileSync(other, 'these are not the bytes of a database '.repeat(100));

  expect(await checkFile(path)).toEqual({ kind: 'damaged', detail: expect.stringMatching(/malformed/) });
  expect(await checkFile(other)).toEqual({ kind: 'damaged', detail: 'file is not a database' });
  expect(await checkFile(folder)).toEqual({ kind: 'unchecked', reason: 'disk I/O error' });
});

test('what a check finds is said in its words', async () => {
  damage();

  expect(await checkFile(path)).toEqual({ kind: 'damaged', detail: expect.stringMatching(/page/i) });
});

test('a file is larger than what is less than its size, and is checked up to that', () => {
  damage();
  const { size } = statSync(path);

  expect([isLargerThan(path, size - 1), isLargerThan(path, size)]).toEqual([true, false]);
  expect(() => openDatabase(path, { checkedBytesMax: size })).toThrow(
    expect.objectContaining({ code: 'SQLITE_CORRUPT' }),
  );
  openDatabase(path, { checkedBytesMax: size - 1 }).close();
});

import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseOpenError, openDatabase } from '../open';
import { ledgerFaultOf } from './ledger-fault';
import { bookLock, keysLock, processLock } from './process-lock';

let folder: string;
let ledger: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-lock-'));
  ledger = join(folder, 'payments.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is had by one at a time', () => {
  const [first, second] = [processLock(ledger), processLock(ledger)];

  expect([first.take(), first.take(), second.take()]).toEqual([true, true, false]);
  first.release();
  expect(second.take()).toBe(true);
  second.release();
});

it.each([
  ['a book', 'gas.db', bookLock],
  ['keys', 'keys', keysLock],
] as const)('of %s is shared by those who use it, and had alone by who replaces it', (_what, name, lockOf) => {
  const path = join(folder, name);
  const [first, second] = [lockOf(path, 'shared'), lockOf(path, 'shared')];
  const alone = lockOf(path, 'alone');

  expect([first.take(), second.take(), alone.take()]).toEqual([true, true, false]);
  first.release();
  expect(alone.take()).toBe(false);
  second.release();
  expect([alone.take(), first.take()]).toEqual([true, false]);
  alone.release();
});

it('says which file cannot be used and what would do; the ledger has no fault', () => {
  mkdirSync(`${ledger}.lock`);
  const take = (): unknown => processLock(ledger).take();

  expect(take).toThrow(DatabaseOpenError);
  expect(take).toThrow(/payments\.db\.lock", cannot be used \(unable to open.*chown --reference="/);
  try {
    take();
  } catch (error) {
    expect(ledgerFaultOf(error)).toBeUndefined();
  }
});

const asRoot = process.getuid?.() === 0 ? it : it.skip;
asRoot("made by root belongs to the ledger's owner, as a database does to the folder's (skipped unless root)", () => {
  writeFileSync(ledger, '');
  chownSync(ledger, 4_711, 4_712);
  const lock = processLock(ledger);
  lock.take();
  lock.release();
  expect(statSync(`${ledger}.lock`)).toMatchObject({ uid: 4_711, gid: 4_712 });

  chownSync(folder, 4_713, 4_714);
  openDatabase(join(folder, 'gas.db')).close();
  expect(statSync(join(folder, 'gas.db'))).toMatchObject({ uid: 4_713, gid: 4_714 });
});

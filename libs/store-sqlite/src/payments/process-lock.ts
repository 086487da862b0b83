import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { DatabaseOpenError } from '../open';
import { makePrivateFile } from '../private-file';

/** What one process of a machine has at a time, or several that share it. It goes with the process, however that ends. */
export interface ProcessLock {
  /**
   * @returns false where another process has it, or another part of this one, and does not share it
   * @throws DatabaseOpenError naming the lock's file, where that cannot be used
   */
  take(): boolean;
  release(): void;
}

/** No code of SQLite's, which would be a fault of the ledger itself. */
const LOCK_FILE = 'LEDGER_LOCK_FILE';

const ALONE = 'BEGIN EXCLUSIVE';
/** A transaction that has read keeps writers out, and lets other readers in. */
const SHARED = 'BEGIN; SELECT count(*) FROM sqlite_schema';

/**
 * The right of one process to take payments with a ledger file: a lock of the kernel on an empty file next to it, which holds between
 * containers of one machine, too. The ledger's own file cannot bear it, since others read that one meanwhile.
 * @param path of the ledger
 */
export function processLock(path: string): ProcessLock {
  return lockOf(path, 'the ledger', ALONE);
}

/**
 * The same for the book of a gas wallet, which the processes of a host share while they settle, and no other process may put another one in its
 * place.
 * @param use `shared` to settle with it, `alone` to replace it
 */
export function bookLock(path: string, use: 'shared' | 'alone'): ProcessLock {
  return lockOf(path, 'the book', use === 'alone' ? ALONE : SHARED);
}

/**
 * The same for a folder of keys, of APIs whose ledger is elsewhere: `shared` by those that run on one data folder, had `alone` by who replaces
 * its keys and what was sold.
 * @param path of the folder, which need not be there
 */
export function keysLock(path: string, use: 'shared' | 'alone'): ProcessLock {
  return lockOf(path, 'the key folder', use === 'alone' ? ALONE : SHARED);
}

function lockOf(path: string, what: string, statement: string): ProcessLock {
  const file = `${path}.lock`;
  let held: Database.Database | undefined;
  return {
    take() {
      held ??= lockedFile(file, path, what, statement);
      return held !== undefined;
    },
    release() {
      held?.close();
      held = undefined;
    },
  };
}

/** An empty database that this connection has locked; undefined where another one has it. */
function lockedFile(file: string, ledger: string, what: string, statement: string): Database.Database | undefined {
  let database: Database.Database | undefined;
  try {
    makePrivateFile(file, existsSync(ledger) ? ledger : undefined);
    database = new Database(file, { timeout: 0 });
    database.exec(statement);
    return database;
  } catch (cause) {
    database?.close();
    const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
    if (String(code).startsWith('SQLITE_BUSY')) return undefined;
    throw new DatabaseOpenError(
      `the lock of ${what}, "${file}", cannot be used (${String(message)}); ${what} is not touched. Give that file, which is ` +
        `always empty, to the user that the service runs as: chown --reference="${ledger}" "${file}"`,
      { cause, code: LOCK_FILE },
    );
  }
}

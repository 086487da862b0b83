import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';

/** What one process of a machine has at a time. It goes with the process, however that ends. */
export interface ProcessLock {
  /** @returns false where another process has it, or another part of this one */
  take(): boolean;
  release(): void;
}

/**
 * The right of one process to take payments with a ledger file: a lock of the kernel on an empty file next to it, which holds between
 * containers of one machine, too. The ledger's own file cannot bear it, since others read that one meanwhile.
 * @param path of the ledger
 */
export function processLock(path: string): ProcessLock {
  const file = `${path}.lock`;
  let held: Database.Database | undefined;
  return {
    take() {
      held ??= lockedFile(file);
      return held !== undefined;
    },
    release() {
      held?.close();
      held = undefined;
    },
  };
}

/** An empty database that this connection alone may use; undefined where another one does. */
function lockedFile(file: string): Database.Database | undefined {
  makePrivate(file);
  const database = new Database(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

/** Not opened when it is there: to close a file gives up all locks of this process on it. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

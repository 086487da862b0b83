import { chmodSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { driverFault, driverHeadersVersion } from './driver';
import { makePrivateFile } from './private-file';
import { storageFault } from './storage-fault';

/** An open database connection. */
export type Connection = Database.Database;

/** The file cannot be used as a database by this process. */
export class DatabaseOpenError extends Error {
  /** SQLite's code (sqlite.org/rescode.html), where it is known. */
  readonly code: string | undefined;

  constructor(message: string, options?: { cause?: unknown; code?: string }) {
    super(message, options);
    this.name = 'DatabaseOpenError';
    const { code } = (options?.cause ?? {}) as { readonly code?: unknown };
    this.code = options?.code ?? (typeof code === 'string' ? code : undefined);
  }
}

/** The code of a file whose content is wrong. */
export const DAMAGED = 'SQLITE_CORRUPT';

/** How a database file is opened. */
export interface OpenOptions {
  /** Never writes, never creates: the file must exist. */
  readonly readOnly?: boolean;
  /**
   * A larger file is opened without the check, whose time grows with it: its opener has it checked meanwhile
   * (`checkFile`). Absent: checked whatever its size.
   */
  readonly checkedBytesMax?: number;
}

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a database file with the settings every file of the service has: WAL, a sync at every commit, foreign keys on,
 * schema not trusted, readable by the owner alone. A writable file is created when absent and passes SQLite's
 * `quick_check` before it is used, unless it is larger than the caller says.
 * @throws DatabaseOpenError when the driver is known to abort here, or the file is damaged, no database or not ours
 */
export function openDatabase(path: string, options: OpenOptions = {}): Connection {
  const fault = driverFault(process.versions.node, driverHeadersVersion(process.versions.node));
  if (fault !== undefined) throw new DatabaseOpenError(fault);
  const readonly = options.readOnly ?? false;
  let database: Connection | undefined;
  try {
    if (!readonly) {
      // The mode is set before SQLite writes anything, and its -wal and -shm files inherit it.
      makePrivateFile(path);
      chmodSync(path, 0o600);
    }
    database = new Database(path, { readonly, fileMustExist: readonly, timeout: BUSY_TIMEOUT_MS });
    const isSmall = statSync(path).size <= (options.checkedBytesMax ?? Infinity);
    configure(database, { readonly, isChecked: isSmall });
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof DatabaseOpenError) throw error;
    throw new DatabaseOpenError(`cannot open database "${path}": ${reasonOf(error, path)}`, { cause: error });
  }
}

function configure(
  database: Connection,
  { readonly, isChecked }: { readonly readonly: boolean; readonly isChecked: boolean },
): void {
  database.pragma('foreign_keys = ON');
  database.pragma('trusted_schema = OFF');
  if (readonly) {
    // The driver opens any file; the first page says whether it is one.
    database.pragma('schema_version');
    return;
  }
  const mode = database.pragma('journal_mode = WAL', { simple: true });
  if (mode !== 'wal') throw new DatabaseOpenError(`the file system refuses SQLite's write-ahead log (got "${mode}")`);
  // The driver's build defaults to NORMAL in WAL mode, which may lose the last commits at a power cut.
  database.pragma('synchronous = FULL');
  if (!isChecked) return;
  const check = database.pragma('quick_check(1)', { simple: true });
  if (check !== 'ok') throw new DatabaseOpenError(`"${database.name}" is damaged: ${String(check)}`, { code: DAMAGED });
}

function reasonOf(error: unknown, path: string): string {
  const fault = storageFault(error, path);
  if (fault?.isFull) return fault.reason;
  const message = (error as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : String(error);
}

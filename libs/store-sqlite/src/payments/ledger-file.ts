import { checkFile, isLargerThan, type FileCheck } from '../check-file';
import { openDatabase, type Connection } from '../open';

/** Up to here a check costs less than the rest of a start; a ledger of a million payments has forty times as much. */
const CHECKED_AT_OPEN_BYTES = 64 * 2 ** 20;

/**
 * Opens `payments.db` for writing. A large file is not checked first, or a start would take as long as the past is. Its log is
 * copied into it by the ledger alone, which must know when that fails (`CheckpointingCommit`).
 * @throws DatabaseOpenError as `openDatabase` does
 */
export function openLedgerFile(path: string): Connection {
  const database = openDatabase(path, { checkedBytesMax: CHECKED_AT_OPEN_BYTES });
  database.pragma('wal_autocheckpoint = 0');
  return database;
}

/**
 * The check of a ledger that was too large to be checked when it was opened; one that was checked then is sound. Damage means
 * that no payment may be taken any more. Never rejects.
 */
export async function checkLedgerFile(path: string): Promise<FileCheck> {
  return isLargerThan(path, CHECKED_AT_OPEN_BYTES) ? checkFile(path) : { kind: 'sound' };
}

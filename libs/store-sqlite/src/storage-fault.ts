import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

const STORAGE =
  /^(ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|ENOENT|EMFILE|SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB))/;

const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL)/;

/** SQLite calls it an I/O error, not a full disk, when there is no room for its shared memory or for a file to grow. */
const MAY_BE_FULL = /^SQLITE_(IOERR|CANTOPEN)/;

/** Less than this is no room: SQLite needs two pages of its log and one of shared memory for anything. */
const NO_ROOM_BYTES = 64 * 1024;

/** What a fault says about the storage of a file. */
export interface StorageFault {
  readonly isFull: boolean;
  /** A sentence's end: that the disk is full and what would help, or the code of any other fault (sqlite.org/rescode.html). */
  readonly reason: string;
}

/**
 * Reads the fault of a file from an error of SQLite's or of the file system; undefined for an error of another kind.
 * @param path the file that was to be written; it need not exist
 */
export function storageFault(error: unknown, path: string): StorageFault | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (typeof code !== 'string' || !STORAGE.test(code)) return undefined;
  const folder = dirname(path);
  const isFull = FULL.test(code) || (MAY_BE_FULL.test(code) && roomIn(folder) < NO_ROOM_BYTES);
  return { isFull, reason: isFull ? `the disk is full; make room in ${folder} and try again` : code };
}

/** Bytes that this process may still write there; infinite where the system does not say. */
function roomIn(folder: string): number {
  try {
    if (!existsSync(folder)) return Infinity;
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}

import { openDatabase } from '../open';

/** More pages than a file can have: all of them in one step, in which nothing that is written meanwhile shows. */
const ALL_PAGES = 0x7fffffff;

/**
 * Copies `payments.db` as of one moment into a new file, while others write it (SQLite's online backup). They are not held up.
 * @throws DatabaseOpenError when there is no such file or it is no database
 */
export async function copyPayments(from: string, to: string): Promise<void> {
  const database = openDatabase(from, { readOnly: true });
  try {
    // What is written between two steps makes it begin again, so that small ones would never end on a busy ledger.
    await database.backup(to, { progress: () => ALL_PAGES });
  } finally {
    database.close();
  }
}

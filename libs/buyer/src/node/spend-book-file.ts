import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { bookFromJson, bookToJson } from '../spending/book-json';
import type { BookState } from '../spending/book-state';
import { spendBookOver, type SpendBook, type StateStore } from '../spending/spend-book';
import { withLock } from './lock-file';

/** How a spend book on disk is opened. */
export interface SpendBookOptions {
  /** How long to wait for another process that holds it, in milliseconds; 10,000 where it is not given. */
  readonly lockWaitMs?: number;
}

/**
 * The spend book in a file, which processes of one host share: each change is made under a lock file (`FILE.lock`), written to a new file, synced and
 * renamed. The file is readable by its owner alone (0600), since it holds payments that were not answered yet. Missing folders are made (0700).
 * @throws BuyerError book_locked, book_unreadable, from every method
 */
export function openSpendBook(file: string, { lockWaitMs = 10_000 }: SpendBookOptions = {}): SpendBook {
  return spendBookOver(fileStore(resolve(file), lockWaitMs));
}

function fileStore(file: string, lockWaitMs: number): StateStore {
  const read = async (): Promise<BookState> => bookFromJson(await textOf(file), file);
  // Changes of this process wait for each other here, and not for the lock.
  let last: Promise<unknown> = Promise.resolve();
  return {
    read,
    change(change) {
      const next = last.then(async () => {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        return withLock(`${file}.lock`, lockWaitMs, async () => {
          const before = await read();
          const { state, answer } = change(before);
          if (state !== before) await replace(file, bookToJson(state));
          return answer;
        });
      });
      last = next.catch(() => undefined);
      return next;
    },
  };
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  }
}

/** After a crash or a power cut the file has the old text or the new one, and after this resolves the new one. */
async function replace(file: string, text: string): Promise<void> {
  const next = `${file}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    const handle = await open(next, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, file);
  } catch (fault) {
    await unlink(next).catch(() => undefined);
    throw fault;
  }
  await syncFolder(dirname(file));
}

/** The rename itself is durable once its folder is; Windows cannot sync one, and needs not to. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (!handle) return;
  try {
    await handle.sync();
  } catch (fault) {
    if (!['EPERM', 'EINVAL', 'EISDIR'].includes((fault as NodeJS.ErrnoException).code ?? '')) throw fault;
  } finally {
    await handle.close();
  }
}

import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { BuyerError } from '../errors/buyer-error';
import { hasEnded, thisProcess, toOwner, type LockOwner } from './lock-owner';

const LOOK_AGAIN_MS = 10;

/**
 * Does work while this process holds the lock of a path: a file that names its owner and appears with its content in one step (a hard link), so that
 * no one sees half of it. The lock of a process that has ended is broken; one of a process that lives, or of another host, never.
 * @param waitMs how long to wait for a lock that others hold
 * @throws BuyerError book_locked
 */
export async function withLock<T>(path: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const text = await acquire(path, Math.ceil(waitMs / LOOK_AGAIN_MS));
  try {
    return await work();
  } finally {
    if ((await contentOf(path)) === text) await unlink(path);
  }
}

/** Answers the content of the lock, which is this process's own. */
async function acquire(path: string, looks: number): Promise<string> {
  const token = randomBytes(8).toString('hex');
  const own = `${path}.${token}.tmp`;
  const text = `${JSON.stringify(await thisProcess(token))}\n`;
  await writeFile(own, text, { mode: 0o600, flag: 'wx' });
  try {
    for (let look = 0; ; look++) {
      if (await linked(own, path)) return text;
      const held = await contentOf(path);
      if (held === null) continue;
      const owner = toOwner(held);
      if (owner && (await hasEnded(owner))) await breakLock(path, held, owner, looks - look);
      else if (look >= looks) throw lockedBy(path, owner);
      else await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  } finally {
    await unlink(own).catch(() => undefined);
  }
}

/**
 * Removes the lock of a process that has ended. Several may find that out at once: who removes it holds a lock on this one lock, and looks again, so that
 * nobody removes the lock of the next owner.
 */
async function breakLock(path: string, held: string, { token }: LockOwner, looks: number): Promise<void> {
  await withLock(`${path}.${token}`, looks * LOOK_AGAIN_MS, async () => {
    if ((await contentOf(path)) === held) await unlink(path);
  });
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fault;
  }
}

async function contentOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  }
}

function lockedBy(path: string, owner: LockOwner | null): BuyerError {
  const who = owner ? `process ${owner.pid} on ${owner.host}` : 'something that is no buyer';
  return new BuyerError(
    'book_locked',
    `The spend book is locked by ${who}: wait until it ends, or remove ${path} if it has ended.`,
    owner ? { file: path, pid: owner.pid, host: owner.host } : { file: path },
  );
}

import { chownSync, closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes an empty file that its owner alone may read, where there is none. One that is there is not opened: to close it would give up all locks
 * of this process on it (POSIX advisory locks; SQLite, "How to corrupt", 2.2).
 * @param like whose owner is the file's, too, when root makes it: a command that root ran must not leave what the service cannot open
 */
export function makePrivateFile(path: string, like: string = dirname(path)): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return;
  }
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  if (uid !== 0) chownSync(path, uid, gid);
}

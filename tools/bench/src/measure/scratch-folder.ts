import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `work` with an empty folder, which is gone afterwards whatever happens, Ctrl-C included. */
export async function withScratchFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `stackcheck-${name}-`));
  // A child that was just killed may still be writing its last file.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  process.once('exit', remove);
  try {
    return await work(folder);
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}

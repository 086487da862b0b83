import { chownSync, closeSync, fsyncSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { getuid, pid } from 'node:process';

/**
 * Writes next to a file and to the disk, so that a rename or link puts a whole file in place or none. Nothing of it is left when it fails.
 * What root writes belongs to the owner of the folder, who must be able to read it.
 * @returns the draft's path
 */
export function writeDraft(file: string, text: string, mode: number): string {
  const draft = `${file}.${pid}.draft`;
  try {
    const handle = openSync(draft, 'w', mode);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (getuid?.() === 0) {
      const { uid, gid } = statSync(dirname(file));
      chownSync(draft, uid, gid);
    }
    return draft;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

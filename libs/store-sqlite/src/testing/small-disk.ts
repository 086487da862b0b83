import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, of a few megabytes, that can be filled to the last block. Linux, and only where this process may mount. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'stackcheck-small-disk-'));

  constructor(megabytes: number) {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', this.folder], { stdio: 'ignore' });
    } catch (error) {
      rmSync(this.folder, { recursive: true });
      throw error;
    }
  }

  /** Leaves no more than so many blocks of 4 KiB free, whatever was left before. */
  leave(blocks: number): void {
    const path = join(this.folder, 'filling');
    rmSync(path, { force: true });
    const { bavail, bsize } = statfsSync(this.folder);
    const file = openSync(path, 'w');
    for (let written = 0; written < bavail - blocks; written++) writeSync(file, Buffer.alloc(bsize));
    closeSync(file);
  }

  /** Makes room again. */
  empty(): void {
    rmSync(join(this.folder, 'filling'), { force: true });
  }

  close(): void {
    execFileSync('umount', [this.folder]);
    rmSync(this.folder, { recursive: true });
  }
}

/** Whether `SmallDisk` works here. */
export function smallDiskAvailable(): boolean {
  try {
    new SmallDisk(1).close();
    return true;
  } catch {
    return false;
  }
}

import { statfsSync } from 'node:fs';
import type { ReservedSpace } from './reserved-space';
import type { Pause } from './pause';

const MIB = 1_048_576;

/** Levels of free space: below the first the operator is warned, below the second payments pause, below the third the reserved space is freed. */
export const DISK_WARN_BYTES = 512 * MIB;
export const DISK_PAUSE_BYTES = 128 * MIB;
export const DISK_FULL_BYTES = 16 * MIB;

/** What a disk watch looks at. */
export interface DiskWatchOptions {
  /** Free bytes that this process may use; null when the system does not report them. */
  readonly freeBytes: () => number | null;
  readonly reserved: ReservedSpace;
  readonly pause: Pause;
}

/** Watches the room where the ledger lives. */
export class DiskWatch {
  constructor(private readonly options: DiskWatchOptions) {}

  /** One look; call it every few seconds. */
  look(): void {
    const { pause, reserved } = this.options;
    const free = this.options.freeBytes();
    if (free === null) return;
    const level = free < DISK_PAUSE_BYTES ? 'pause' : free < DISK_WARN_BYTES ? 'warn' : 'clear';
    pause.report('disk', level, `${Math.floor(free / MIB)} MiB are free in DATA_DIR`);
    if (free < DISK_FULL_BYTES) reserved.free();
    else if (level === 'clear' && !reserved.isThere()) reserved.lay();
  }

  /** The ledger met a full disk before a look did: frees the reserved space and looks again now. */
  full(): void {
    this.options.reserved.free();
    this.look();
  }
}

/** Free bytes of the file system that holds a folder, as an unprivileged process may use them. */
export function freeBytesOf(folder: string): () => number | null {
  return () => {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    } catch {
      return null;
    }
  };
}

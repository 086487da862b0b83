import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';

/** A file that takes room only to give it back: when the disk is full, the ledger can write once it is gone. */
export interface ReservedSpace {
  /** Whether the whole of it is there. */
  isThere(): boolean;
  /** Writes it; whatever was written of it is removed again when there is no room. */
  lay(): void;
  /** Gives the room back. */
  free(): void;
}

/** Room for a few thousand payments. */
export const RESERVED_BYTES = 16 * 1_048_576;

/** @param file where it lies; must be on the ledger's file system */
export function reservedFile(file: string, bytes = RESERVED_BYTES): ReservedSpace {
  const sizeOf = (): number => statSync(file, { throwIfNoEntry: false })?.size ?? -1;
  return {
    isThere: () => sizeOf() === bytes,
    lay() {
      try {
        write(file, bytes);
      } catch (error) {
        rmSync(file, { force: true });
        throw error;
      }
    },
    free: () => rmSync(file, { force: true }),
  };
}

/** Not zeros: some file systems keep those without taking room. */
function write(file: string, bytes: number): void {
  const block = Buffer.alloc(Math.min(bytes, 1_048_576));
  for (let at = 0; at < block.length; at++) block[at] = (at * 31 + (at >> 8)) & 0xff;
  const handle = openSync(file, 'w', 0o600);
  try {
    for (let left = bytes; left > 0; left -= block.length) writeSync(handle, block, 0, Math.min(left, block.length));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

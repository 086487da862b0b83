import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Where the bytes of a pack are. */
export interface PackBytes {
  readonly length: number;
  /** So many bytes from there on; fewer where it ends before. They may be a view. */
  read(at: number, length: number): Uint8Array;
  close(): void;
}

/** A pack in memory. */
export function packInMemory(bytes: Uint8Array): PackBytes {
  return { length: bytes.length, read: (at, length) => bytes.subarray(at, at + length), close: () => undefined };
}

/**
 * A pack in a file, read where it is asked. Names in a folder of packs are digests: a file in place is never written again.
 * @throws the system's error where the file cannot be opened
 */
export function packInFile(path: string): PackBytes {
  const handle = openSync(path, 'r');
  let isOpen = true;
  return {
    length: fstatSync(handle).size,
    read(at, length) {
      const bytes = Buffer.allocUnsafe(length);
      let read = 0;
      while (read < length) {
        const more = readSync(handle, bytes, read, length - read, at + read);
        if (more === 0) break;
        read += more;
      }
      return bytes.subarray(0, read);
    },
    close() {
      if (isOpen) closeSync(handle);
      isOpen = false;
    },
  };
}

const CHUNK_BYTES = 1024 * 1024;

/** All bytes, in chunks. */
export function* chunksOf(bytes: PackBytes): Generator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.read(at, Math.min(CHUNK_BYTES, bytes.length - at));
}

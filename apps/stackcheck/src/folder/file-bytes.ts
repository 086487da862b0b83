import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/**
 * The bytes of a file. A pipe, socket or device is none: a pipe that nobody writes to, and a device without an end, would be waited
 * for without an end.
 * @param bytesMax of a larger file nothing is read: as many bytes and one more are returned, so that a reader says itself that it is too large
 * @throws Error of Node's where it cannot be read, with code `NOT_A_FILE` where it is none
 */
export function bytesOf(file: string, bytesMax = Infinity): Uint8Array {
  return withFile(file, (descriptor, size) => {
    if (size > bytesMax) return new Uint8Array(bytesMax + 1);
    // Files that the system makes as they are read have no size.
    return size > 0 ? readFileSync(descriptor) : beginningOf(descriptor, Math.min(bytesMax, UNSIZED_MAX) + 1);
  });
}

/** The first bytes of a file. @throws Error as `bytesOf` does */
export function headOf(file: string, bytes: number): Uint8Array {
  return withFile(file, (descriptor) => beginningOf(descriptor, bytes));
}

/** Of a file whose size is not known. */
const UNSIZED_MAX = 64 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

function withFile<Result>(file: string, use: (descriptor: number, size: number) => Result): Result {
  // Without this a pipe is waited for until somebody opens its other end. Windows has no such flag.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw fault('EISDIR', `${file} is a folder`);
    if (!stats.isFile()) throw fault('NOT_A_FILE', `${file} is a pipe, a socket or a device`);
    return use(descriptor, stats.size);
  } finally {
    closeSync(descriptor);
  }
}

function beginningOf(descriptor: number, bytesMax: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < bytesMax) {
    const chunk = new Uint8Array(Math.min(CHUNK_BYTES, bytesMax - length));
    const read = readSync(descriptor, chunk);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

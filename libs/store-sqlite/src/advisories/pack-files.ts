import { createHash, randomBytes } from 'node:crypto';
import { closeSync, createReadStream, mkdirSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { IndexFileError, MISSING_INDEX, type IndexFile } from '@stackcheck/datasets/snapshot';
import type { AdvisoryFiles } from '@stackcheck/datasets/store';
import { keepFile } from './keep-file';

/** A piece of a pack as it is sent. */
const PIECE_BYTES = 64 * 1024;

/** Written at a time: one call of the system for some twenty blocks. */
const WRITE_BYTES = 256 * 1024;

/** Writes a pack aside and puts it into its place when it is complete and synced. */
export async function writePack(
  folder: string,
  chunks: Iterable<Uint8Array>,
  pathOf: (file: IndexFile) => string,
): Promise<IndexFile> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const scratch = join(folder, `building-${randomBytes(6).toString('hex')}.pack`);
  try {
    const file = await open(scratch, 'wx', 0o600);
    try {
      await writeAll(file, chunks);
    } finally {
      await file.close();
    }
    return keepFile(scratch, folder, pathOf);
  } finally {
    rmSync(scratch, { force: true });
  }
}

/** What comes next is made while the last piece is being written. */
async function writeAll(file: FileHandle, chunks: Iterable<Uint8Array>): Promise<void> {
  let written = Promise.resolve();
  let piece: Uint8Array[] = [];
  let bytes = 0;
  const write = async (): Promise<void> => {
    await written;
    written = file.writeFile(Buffer.concat(piece));
    // It is waited for before the next one and at the end; where making the next one fails, that is the fault.
    written.catch(() => undefined);
    piece = [];
    bytes = 0;
  };
  try {
    for (const chunk of chunks) {
      piece.push(chunk);
      bytes += chunk.length;
      if (bytes >= WRITE_BYTES) await write();
    }
    await write();
  } finally {
    // The file is not closed under a write.
    await written;
  }
}

/** Opens a pack that has the size and the digest that were named. What is open can be read after its file was removed. */
export async function openPackFile(path: string, pack: IndexFile): ReturnType<AdvisoryFiles['openPack']> {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new IndexFileError(MISSING_INDEX);
  if (size !== pack.bytes) throw new IndexFileError('its pack has another size');
  const handle = openSync(path, 'r');
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(handle);
    isOpen = false;
  };
  try {
    const hash = createHash('sha256');
    await pipeline(
      createReadStream(path, { fd: handle, start: 0, autoClose: false, highWaterMark: 1024 * 1024 }),
      hash,
    );
    if (hash.digest('hex') !== pack.sha256) throw new IndexFileError('its pack has another SHA-256');
  } catch (error) {
    close();
    throw error;
  }
  return {
    *pieces() {
      for (let at = 0; at < size; at += PIECE_BYTES) {
        const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, size - at));
        yield piece.subarray(0, readSync(handle, piece, 0, piece.length, at));
      }
    },
    close,
  };
}

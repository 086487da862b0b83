import { createReadStream, existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Blob } from './current-statement';
import { writeDurably } from './durable-file';

/** A blob that no statement names any more is kept for those who still read an earlier one. */
const UNLISTED_KEPT_MS = 86_400_000;

/** The blobs that a publisher hands out. For one writer at a time. */
export interface BlobFolder {
  /** Length of the blob under this digest; undefined where it is not there. */
  bytesOf(sha256: string): number | undefined;
  /** Puts these bytes under their digest, unless they are there. @throws IndexFileError where they have another one */
  put(blob: Blob, bytes: () => Uint8Array): Promise<void>;
  /** The same from a file. */
  putFile(blob: Blob, file: string): Promise<void>;
  /** Remembers that these were named until now, and removes what was not for a day; returns how many went. */
  sweep(named: Iterable<string>, nowMs: number): number;
}

/** Opens the folder `blobs` of a published folder. Its files can be read by whoever serves them. */
export function openBlobFolder(root: string): BlobFolder {
  const folder = join(root, 'blobs');
  const pathOf = (sha256: string): string => join(folder, sha256);
  const bytesOf = (sha256: string): number | undefined => statSync(pathOf(sha256), { throwIfNoEntry: false })?.size;
  const options = (expected: Blob) => ({ expected, mode: 0o644 });
  return {
    bytesOf,
    put: async (blob, bytes) => {
      if (bytesOf(blob.sha256) === blob.bytes) return;
      await writeDurably(pathOf(blob.sha256), [bytes()], options(blob));
    },
    putFile: async (blob, file) => {
      if (bytesOf(blob.sha256) === blob.bytes) return;
      const chunks = createReadStream(file, { highWaterMark: 1024 * 1024 });
      await writeDurably(pathOf(blob.sha256), chunks as AsyncIterable<Uint8Array>, options(blob));
    },
    sweep: (named, nowMs) => {
      if (!existsSync(folder)) return 0;
      // The time of a file is when it was last named, so that nothing else need be remembered.
      for (const sha256 of named) {
        if (bytesOf(sha256) !== undefined) utimesSync(pathOf(sha256), nowMs / 1000, nowMs / 1000);
      }
      const gone = readdirSync(folder).filter(
        (name) => statSync(join(folder, name)).mtimeMs < nowMs - UNLISTED_KEPT_MS,
      );
      for (const name of gone) rmSync(join(folder, name), { force: true });
      return gone.length;
    },
  };
}

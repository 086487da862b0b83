import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { CURRENT_FILE } from './current-statement';
import { writeDurably } from './durable-file';
import { UNLISTED_KEPT_MS, type BlobStore, type PublishTarget } from './publish-target';

/** A published folder. Its files can be read by the server that serves them. For one writer at a time. */
export function folderTarget(root: string): PublishTarget {
  const current = join(root, CURRENT_FILE);
  return {
    blobs: folderBlobs(root),
    current: async () => readIfThere(current),
    replaceCurrent: async (bytes) => {
      await writeDurably(current, [bytes], { mode: 0o644 });
      return true;
    },
    sweep: async (named, nowMs) => sweepFolder(join(root, 'blobs'), named, nowMs),
  };
}

function folderBlobs(root: string): BlobStore {
  const pathOf = (sha256: string): string => join(root, 'blobs', sha256);
  const lengthOf = (sha256: string): number | undefined => statSync(pathOf(sha256), { throwIfNoEntry: false })?.size;
  return {
    bytesOf: async (sha256) => lengthOf(sha256),
    put: async (blob, bytes) => {
      if (lengthOf(blob.sha256) === blob.bytes) return;
      await writeDurably(pathOf(blob.sha256), [bytes()], { expected: blob, mode: 0o644 });
    },
    putFile: async (blob, file) => {
      if (lengthOf(blob.sha256) === blob.bytes) return;
      const chunks = createReadStream(file, { highWaterMark: 1024 * 1024 });
      await writeDurably(pathOf(blob.sha256), chunks as AsyncIterable<Uint8Array>, { expected: blob, mode: 0o644 });
    },
  };
}

/** The time of a file is when it was last named, so that nothing else need be remembered. */
function sweepFolder(folder: string, named: ReadonlySet<string>, nowMs: number): number {
  if (!existsSync(folder)) return 0;
  const modifiedMs = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
  for (const sha256 of named) {
    if (modifiedMs(sha256) !== undefined) utimesSync(join(folder, sha256), nowMs / 1000, nowMs / 1000);
  }
  const gone = readdirSync(folder).filter((name) => (modifiedMs(name) ?? nowMs) < nowMs - UNLISTED_KEPT_MS);
  for (const name of gone) rmSync(join(folder, name), { force: true });
  return gone.length;
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

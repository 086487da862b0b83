import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, renameSync } from 'node:fs';
import type { IndexFile } from '@stackcheck/datasets/snapshot';

/** Syncs the file, renames it after its digest and syncs the folder, so that a power cut leaves all of it or nothing. */
export function keepFile(written: string, folder: string, pathOf: (file: IndexFile) => string): IndexFile {
  const handle = openSync(written, 'r+', 0o600);
  let file: IndexFile;
  try {
    file = digestOf(handle);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(written, pathOf(file));
  const directory = openSync(folder, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
  return file;
}

function digestOf(handle: number): IndexFile {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(1024 * 1024);
  let bytes = 0;
  for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk)) {
    hash.update(chunk.subarray(0, read));
    bytes += read;
  }
  return { sha256: hash.digest('hex'), bytes };
}

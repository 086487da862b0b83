import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { IndexFileError, MISSING_INDEX, type AdvisoryFiles, type IndexFile } from '@stackcheck/datasets';
import { storageFault } from '../storage-fault';
import { openAdvisoryBuilder } from './advisory-builder';
import { advisoryDifferences } from './advisory-differences';
import { openAdvisoryReader } from './advisory-reader';

/** How a folder of index files is read. */
export interface AdvisoryFolderOptions {
  /** Files are read where the system keeps them, for whoever answers questions; to go through whole ones so would only fill memory. */
  readonly isMapped?: boolean;
}

/** Finished indexes bear their digest, so that a file in place is never written again; everything else is scratch. */
const FINISHED = /^[0-9a-f]{64}\.db$/;

/**
 * The folder of index files, made when first written to. One process at a time writes: the caller holds the dataset's lease.
 */
export function openAdvisoryFiles(folder: string, { isMapped = false }: AdvisoryFolderOptions = {}): AdvisoryFiles {
  const pathOf = ({ sha256 }: IndexFile): string => {
    const name = `${sha256}.db`;
    if (!FINISHED.test(name)) throw new IndexFileError('it names no index file');
    return join(folder, name);
  };

  return {
    create: (from) =>
      explained(folder, () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const scratch = join(folder, `building-${randomBytes(6).toString('hex')}.db`);
        const compact = `${scratch}.compact`;
        const remove = (): void => [scratch, compact].forEach((path) => rmSync(path, { force: true }));
        const keep = (): IndexFile => keepFile(compact, folder, pathOf);
        try {
          // SQLite takes an empty file for a new one and keeps its mode.
          for (const path of [scratch, compact]) closeSync(openSync(path, 'wx', 0o600));
          if (from !== undefined) copyFileSync(pathOf(from), scratch);
          return explainedBuilder(folder, openAdvisoryBuilder({ scratch, compact, keep, remove }));
        } catch (error) {
          remove();
          throw error;
        }
      }),

    open: async (file) => {
      const path = pathOf(file);
      const size = statSync(path, { throwIfNoEntry: false })?.size;
      if (size === undefined) throw new IndexFileError(MISSING_INDEX);
      if (size !== file.bytes) throw new IndexFileError('its index file has another size');
      const hash = createHash('sha256');
      await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
      if (hash.digest('hex') !== file.sha256) throw new IndexFileError('its index file has another SHA-256');
      return openAdvisoryReader(path, isMapped);
    },

    differences: (before, after) => advisoryDifferences(pathOf(before), pathOf(after)),

    sweep: (keep) => {
      if (!existsSync(folder)) return 0;
      const kept = new Set(keep.map(pathOf));
      const gone = readdirSync(folder)
        .map((name) => join(folder, name))
        .filter((path) => !kept.has(path));
      for (const path of gone) rmSync(path, { recursive: true, force: true });
      return gone.length;
    },
  };
}

/** Syncs the file, renames it after its digest and syncs the folder, so that a power cut leaves all of it or nothing. */
function keepFile(written: string, folder: string, pathOf: (file: IndexFile) => string): IndexFile {
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

type Builder = ReturnType<AdvisoryFiles['create']>;

/** Storage may fail at any write, also at those that fill the cache only. */
function explainedBuilder(folder: string, builder: Builder): Builder {
  return {
    ...builder,
    add: (advisory) => explained(folder, () => builder.add(advisory)),
    put: (advisory) => explained(folder, () => builder.put(advisory)),
    lend: (id, rating) => explained(folder, () => builder.lend(id, rating)),
    finish: () => explained(folder, () => builder.finish()),
  };
}

function explained<Result>(folder: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const fault = storageFault(error, join(folder, 'index'));
    if (fault === undefined) throw error;
    throw new IndexFileError(`the index file could not be written: ${fault.reason}`, { cause: error });
  }
}

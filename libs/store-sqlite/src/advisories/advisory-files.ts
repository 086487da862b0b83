import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { IndexFileError, MISSING_INDEX, type IndexFile } from '@stackcheck/datasets/snapshot';
import type { AdvisoryFiles } from '@stackcheck/datasets/store';
import { storageFault } from '../storage-fault';
import { openAdvisoryBuilder } from './advisory-builder';
import { advisoryDifferences } from './advisory-differences';
import { openAdvisoryReader } from './advisory-reader';
import { keepFile } from './keep-file';
import { openPackFile, writePack } from './pack-files';

/** How a folder of index files is read. */
export interface AdvisoryFolderOptions {
  /** Files are read where the system keeps them, for programs that answer questions; to go through whole ones so would only fill memory. */
  readonly isMapped?: boolean;
}

/** Finished indexes and packs bear their digest, so that a file in place is never written again; everything else is scratch. */
const DIGEST = /^[0-9a-f]{64}$/;

/**
 * The folder of index files, made when first written to. One process at a time writes: the caller holds the dataset's lease.
 */
export function openAdvisoryFiles(folder: string, { isMapped = false }: AdvisoryFolderOptions = {}): AdvisoryFiles {
  const pathOf = ({ sha256 }: IndexFile): string => join(folder, `${digestIn(sha256)}.db`);
  const packPathOf = ({ sha256 }: IndexFile): string => join(folder, `${digestIn(sha256)}.pack`);

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

    keepPack: (chunks) => explainedLater(folder, () => writePack(folder, chunks, packPathOf)),

    openPack: async (pack) => openPackFile(packPathOf(pack), pack),

    sweep: (keep) => {
      if (!existsSync(folder)) return 0;
      const kept = new Set(keep.flatMap((file) => [pathOf(file), packPathOf(file)]));
      const gone = readdirSync(folder)
        .map((name) => join(folder, name))
        .filter((path) => !kept.has(path));
      for (const path of gone) rmSync(path, { recursive: true, force: true });
      return gone.length;
    },
  };
}

function digestIn(sha256: string): string {
  if (!DIGEST.test(sha256)) throw new IndexFileError('it names no index file');
  return sha256;
}

type Builder = ReturnType<AdvisoryFiles['create']>;

/** Storage may fail at any write, also at those that fill the cache only. */
function explainedBuilder(folder: string, builder: Builder): Builder {
  return {
    ...builder,
    add: (advisory) => explained(folder, () => builder.add(advisory)),
    put: (advisory) => explained(folder, () => builder.put(advisory)),
    inherit: (id, rating) => explained(folder, () => builder.inherit(id, rating)),
    finish: () => explained(folder, () => builder.finish()),
  };
}

function explained<Result>(folder: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw inWords(error, folder, 'index');
  }
}

async function explainedLater<Result>(folder: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw inWords(error, folder, 'pack');
  }
}

function inWords(error: unknown, folder: string, what: 'index' | 'pack'): unknown {
  const fault = storageFault(error, join(folder, what));
  return fault === undefined
    ? error
    : new IndexFileError(`the ${what} file could not be written: ${fault.reason}`, { cause: error });
}

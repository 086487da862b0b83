import { closeSync, openSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { readDumpFile, RECORD_BYTES_MAX, type DumpReading } from '@stackcheck/datasets/records';
import { FileWindow } from '../adapters/file-window';
import { zipDirectory, type ZipEntry } from '../adapters/zip-directory';
import { unpack } from '../adapters/zip-unpack';

/** Reads the records in archives on disk. */
export interface ArchiveReader {
  /**
   * The files of an archive, read, in the archive's order and some at a time; of no more than a few is anything in memory. Reading may stop
   * anywhere, and the archive is not touched afterwards.
   * @throws UpstreamShapeError when it is no sound archive
   */
  read(path: string): AsyncIterable<readonly DumpReading[]>;
  /** Gives back what reading took. Nothing is read afterwards. */
  close(): Promise<void>;
}

/** What all files of an archive may unpack to. npm's has a twentieth of this. */
export const UNPACKED_BYTES_MAX = 16 * 1024 * 1024 * 1024;

/** Reads archives on the thread of the caller, which gets on with other things between any two batches. */
export const inlineArchiveReader: ArchiveReader = {
  async *read(path) {
    const handle = openSync(path, 'r');
    try {
      const archive = new FileWindow(handle);
      for await (const entries of zipDirectory(path, UNPACKED_BYTES_MAX)) {
        yield readEntries(entries, archive);
        await turn();
      }
    } finally {
      closeSync(handle);
    }
  },
  close: () => Promise.resolve(),
};

/** Unpacks and reads the files of these entries. @throws UpstreamShapeError when one is not where its entry says */
export function readEntries(entries: readonly ZipEntry[], archive: FileWindow): readonly DumpReading[] {
  const contents = unpack(entries, archive, RECORD_BYTES_MAX);
  return contents.map((content, at) => readDumpFile((entries[at] as ZipEntry).name, content));
}

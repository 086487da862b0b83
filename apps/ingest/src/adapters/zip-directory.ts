import { closeSync, fstatSync, openSync } from 'node:fs';
import { UpstreamShapeError } from '@stackcheck/datasets/records';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry } from 'yauzl';
import { FileWindow } from './file-window';

/** What an archive's directory says about one of its files. Nothing of it is certain before the file is unpacked. */
export interface ZipEntry {
  readonly name: string;
  /** 0: not packed, 8: deflated (APPNOTE 4.4.5). */
  readonly method: number;
  readonly encrypted: boolean;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly crc32: number;
  /** Place of the file's own header in the archive. */
  readonly at: number;
}

/** Entries of one batch: enough to share the cost of what is done once for each, few enough to be unpacked in a moment. */
const BATCH_ENTRIES = 128;

/** What a batch unpacks to, unless it is a single file. */
const BATCH_BYTES_MAX = 512 * 1024;

/**
 * The files of an archive on disk, as its directory lists them, in batches; folders are left out. The directory is yauzl's business, names that lead
 * elsewhere included.
 * @param totalBytesMax of all files together, unpacked
 * @throws UpstreamShapeError when it is no archive, or unpacks to more than is believed
 */
export async function* zipDirectory(
  path: string,
  totalBytesMax: number,
): AsyncGenerator<readonly ZipEntry[], void, undefined> {
  let total = 0;
  let batch: ZipEntry[] = [];
  let batchBytes = 0;
  for await (const entry of entriesOf(path)) {
    if (entry.fileName.endsWith('/')) continue;
    total += entry.uncompressedSize;
    if (total > totalBytesMax) throw new UpstreamShapeError(`unpacks to more than ${totalBytesMax} bytes`);
    if (batch.length === BATCH_ENTRIES || (batch.length > 0 && batchBytes + entry.uncompressedSize > BATCH_BYTES_MAX)) {
      yield batch;
      batch = [];
      batchBytes = 0;
    }
    batch.push(toZipEntry(entry));
    batchBytes += entry.uncompressedSize;
  }
  if (batch.length > 0) yield batch;
}

async function* entriesOf(path: string): AsyncGenerator<Entry, void, undefined> {
  const handle = openSync(path, 'r');
  try {
    const reader = new WindowReader(new FileWindow(handle));
    const archive = await fromRandomAccessReaderPromise(reader, fstatSync(handle).size, { strictFileNames: true });
    for await (const entry of archive.eachEntry()) yield entry as Entry;
  } catch (error) {
    throw new UpstreamShapeError(`is no sound archive: ${(error as Error).message}`, { cause: error });
  } finally {
    closeSync(handle);
  }
}

function toZipEntry(entry: Entry): ZipEntry {
  return {
    name: entry.fileName,
    method: entry.compressionMethod,
    encrypted: entry.isEncrypted(),
    packedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    crc32: entry.crc32,
    at: entry.relativeOffsetOfLocalHeader,
  };
}

/** Lets yauzl read from the window; it asks for a few dozen bytes at a time. */
class WindowReader extends RandomAccessReader {
  constructor(private readonly window: FileWindow) {
    super();
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const bytes = this.window.view(length, position);
    if (bytes === undefined) return callback(new Error('unexpected end of the file'));
    bytes.copy(buffer, offset);
    callback(null, length);
  }
}

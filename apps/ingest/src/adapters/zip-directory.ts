import { closeSync, fstatSync, openSync } from 'node:fs';
import { UpstreamShapeError } from '@stackcheck/datasets/records';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
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
  const handle = openSync(path, 'r');
  try {
    yield* inBatches(await openDirectory(handle), totalBytesMax);
  } finally {
    closeSync(handle);
  }
}

async function* inBatches(directory: Directory, totalBytesMax: number) {
  let total = 0;
  let batch: ZipEntry[] = [];
  let batchBytes = 0;
  for (let left = directory.entries; left > 0; left -= 1) {
    const entry = directory.next() ?? (await directory.arrival());
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

async function openDirectory(handle: number): Promise<Directory> {
  const reader = new WindowReader(new FileWindow(handle));
  const options = { strictFileNames: true, lazyEntries: true, autoClose: false };
  try {
    return new Directory(await fromRandomAccessReaderPromise(reader, fstatSync(handle).size, options));
  } catch (error) {
    throw unsound(error as Error);
  }
}

/**
 * Takes entries from yauzl one by one. Its own iteration waits for each of them; from a window they are there at once, and
 * hundreds of thousands of promises would take longer than all else that is done with a directory.
 */
class Directory {
  readonly entries: number;
  private arrived: Entry | undefined;
  private fault: Error | undefined;
  private onArrival: (() => void) | undefined;

  constructor(private readonly archive: ZipFile) {
    this.entries = archive.entryCount;
    archive.on('entry', (entry: Entry) => {
      this.arrived = entry;
      this.onArrival?.();
    });
    archive.on('error', (error: Error) => {
      this.fault = error;
      this.onArrival?.();
    });
  }

  /** The next entry; undefined where `arrival` gives it. @throws UpstreamShapeError when there is none */
  next(): Entry | undefined {
    this.arrived = undefined;
    this.archive.readEntry();
    return this.taken();
  }

  /** The entry asked for last, later: yauzl puts off what has neither name nor anything else behind its header. */
  async arrival(): Promise<Entry> {
    for (;;) {
      await new Promise<void>((resolve) => (this.onArrival = resolve));
      const entry = this.taken();
      if (entry !== undefined) return entry;
    }
  }

  private taken(): Entry | undefined {
    if (this.fault !== undefined) throw unsound(this.fault);
    return this.arrived;
  }
}

function unsound(error: Error): UpstreamShapeError {
  return new UpstreamShapeError(`is no sound archive: ${error.message}`, { cause: error });
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
    let bytes: Buffer | undefined;
    try {
      bytes = this.window.view(length, position);
    } catch (error) {
      return callback(error as Error);
    }
    if (bytes === undefined) return callback(new Error('unexpected end of the file'));
    bytes.copy(buffer, offset);
    callback(null, length);
  }
}

import { closeSync, fstatSync, openSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { UpstreamShapeError, type DumpFile, type FileContent } from '@stackcheck/datasets';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry } from 'yauzl';
import { FileWindow } from './file-window';

/** Bounds of what an archive may hold; the sizes that it states are not believed but kept to. */
export interface ZipLimits {
  /** Of one file, unpacked. */
  readonly fileBytesMax: number;
  /** Of all files together, unpacked. */
  readonly totalBytesMax: number;
}

/** Entries read before timers and sockets get their turn. */
const ENTRIES_A_TURN = 500;

const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER = 0x04034b50;

/**
 * The files of an archive on disk, one at a time in the order of its directory. The directory is yauzl's business, names
 * that lead elsewhere included; the files, which are many and small, are unpacked here without a stream for each.
 * @throws UpstreamShapeError when it is no archive, is cut off, or unpacks to more than is believed
 */
export async function* zipEntries(path: string, limits: ZipLimits): AsyncGenerator<DumpFile, void, undefined> {
  const handle = openSync(path, 'r');
  try {
    const data = new FileWindow(handle);
    let total = 0;
    let count = 0;
    for await (const entry of directoryOf(handle)) {
      if (entry.fileName.endsWith('/')) continue;
      total += entry.uncompressedSize;
      if (total > limits.totalBytesMax)
        throw new UpstreamShapeError(`unpacks to more than ${limits.totalBytesMax} bytes`);
      yield { name: entry.fileName, content: contentOf(entry, data, limits.fileBytesMax) };
      count += 1;
      if (count % ENTRIES_A_TURN === 0) await turn();
    }
  } finally {
    closeSync(handle);
  }
}

async function* directoryOf(handle: number): AsyncGenerator<Entry, void, undefined> {
  const reader = new WindowReader(new FileWindow(handle));
  try {
    const archive = await fromRandomAccessReaderPromise(reader, fstatSync(handle).size, { strictFileNames: true });
    for await (const entry of archive.eachEntry()) yield entry as Entry;
  } catch (error) {
    throw new UpstreamShapeError(`is no sound archive: ${(error as Error).message}`, { cause: error });
  }
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

function contentOf(entry: Entry, data: FileWindow, bytesMax: number): FileContent {
  const { compressionMethod, compressedSize, uncompressedSize } = entry;
  if (entry.isEncrypted()) return { fault: 'it is encrypted' };
  if (uncompressedSize > bytesMax || compressedSize > bytesMax) return { fault: `it is larger than ${bytesMax} bytes` };
  if (compressionMethod !== 0 && compressionMethod !== 8)
    return { fault: `its packing ${compressionMethod} is unknown` };
  const packed = data.view(compressedSize, startOf(entry, data));
  if (packed === undefined) throw new UpstreamShapeError('is cut off');
  const content = compressionMethod === 0 ? Buffer.from(packed) : inflate(packed, uncompressedSize);
  if (content === undefined) return { fault: 'it cannot be unpacked' };
  if (content.length !== uncompressedSize) return { fault: 'it has another size than its archive says' };
  return crc32(content) === entry.crc32 ? content : { fault: 'it has another checksum than its archive says' };
}

function startOf({ relativeOffsetOfLocalHeader: at }: Entry, data: FileWindow): number {
  const header = data.view(LOCAL_HEADER_BYTES, at);
  if (header === undefined) throw new UpstreamShapeError('is cut off');
  if (header.readUInt32LE(0) !== LOCAL_HEADER) throw new UpstreamShapeError('has a file whose header is missing');
  return at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}

function inflate(packed: Buffer, size: number): Buffer | undefined {
  try {
    // One byte more than stated, so that what is larger is seen and not unpacked further.
    return inflateRawSync(packed, { maxOutputLength: size + 1, chunkSize: Math.max(64, size + 1) });
  } catch {
    return undefined;
  }
}

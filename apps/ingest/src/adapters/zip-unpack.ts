import { crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import { UpstreamShapeError, type FileContent } from '@stackcheck/datasets/records';
import type { FileWindow } from './file-window';
import type { ZipEntry } from './zip-directory';

const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER = 0x04034b50;

/** Larger files take no notice of what setting up their inflation costs, and do not need company. */
const TOGETHER_BYTES_MAX = 64 * 1024;

/**
 * The contents of some files of an archive, each as its entry says it is or the reason why it is not to be had.
 *
 * Setting up an inflation costs more than inflating the kilobyte that most records are. A gzip file may have many members
 * (RFC 1952 §2.2), each nothing but a deflated text between a header and the very checksum and size that an archive's
 * directory holds as well: so all files of a batch are inflated as the members of one gzip file in one call. Only if every
 * one then has its size and its checksum is that believed; otherwise each is unpacked by itself to see which is at fault.
 * @param bytesMax of one file; larger ones are not unpacked
 * @throws UpstreamShapeError when a file is not where the directory says
 */
export function unpack(entries: readonly ZipEntry[], archive: FileWindow, bytesMax: number): readonly FileContent[] {
  const together = entries.filter(isSmallAndDeflated);
  const unpacked = together.length > 1 ? inflateTogether(together, archive) : undefined;
  if (unpacked === undefined) return entries.map((entry) => unpackOne(entry, archive, bytesMax));
  const next = unpacked.values();
  return entries.map((entry) =>
    isSmallAndDeflated(entry) ? (next.next().value as Uint8Array) : unpackOne(entry, archive, bytesMax),
  );
}

function isSmallAndDeflated({ method, encrypted, packedBytes, bytes }: ZipEntry): boolean {
  return method === 8 && !encrypted && bytes <= TOGETHER_BYTES_MAX && packedBytes <= TOGETHER_BYTES_MAX;
}

// Deflated; no name, time or other extras; from an unknown system (RFC 1952 §2.3).
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const GZIP_TRAILER_BYTES = 8;

function inflateTogether(entries: readonly ZipEntry[], archive: FileWindow): readonly Uint8Array[] | undefined {
  const frame = GZIP_HEADER.length + GZIP_TRAILER_BYTES;
  const gzip = Buffer.allocUnsafe(entries.reduce((length, { packedBytes }) => length + frame + packedBytes, 0));
  let end = 0;
  let bytes = 0;
  for (const entry of entries) {
    end += GZIP_HEADER.copy(gzip, end);
    end += packedOf(entry, archive).copy(gzip, end);
    end = gzip.writeUInt32LE(entry.crc32, end);
    end = gzip.writeUInt32LE(entry.bytes, end);
    bytes += entry.bytes;
  }
  const all = inflated(() => gunzipSync(gzip, limitedTo(bytes)));
  return all?.length === bytes ? split(all, entries) : undefined;
}

/** Undefined when a part has not the checksum of its entry. */
function split(all: Uint8Array, entries: readonly ZipEntry[]): readonly Uint8Array[] | undefined {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { bytes, crc32: stated } of entries) {
    const part = all.subarray(at, at + bytes);
    if (crc32(part) !== stated) return undefined;
    parts.push(part);
    at += bytes;
  }
  return parts;
}

function unpackOne(entry: ZipEntry, archive: FileWindow, bytesMax: number): FileContent {
  const { method, encrypted, packedBytes, bytes } = entry;
  if (encrypted) return { fault: 'it is encrypted' };
  if (bytes > bytesMax || packedBytes > bytesMax) return { fault: `it is larger than ${bytesMax} bytes` };
  if (method !== 0 && method !== 8) return { fault: `its packing ${method} is unknown` };
  const packed = packedOf(entry, archive);
  const content = method === 0 ? Buffer.from(packed) : inflated(() => inflateRawSync(packed, limitedTo(bytes)));
  if (content === undefined) return { fault: 'it cannot be unpacked' };
  if (content.length !== bytes) return { fault: 'it has another size than its archive says' };
  return crc32(content) === entry.crc32 ? content : { fault: 'it has another checksum than its archive says' };
}

function packedOf({ packedBytes, at }: ZipEntry, archive: FileWindow): Buffer {
  const header = archive.view(LOCAL_HEADER_BYTES, at);
  if (header === undefined) throw new UpstreamShapeError('is cut off');
  if (header.readUInt32LE(0) !== LOCAL_HEADER) throw new UpstreamShapeError('has a file whose header is missing');
  const start = at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = archive.view(packedBytes, start);
  if (packed === undefined) throw new UpstreamShapeError('is cut off');
  return packed;
}

/** One byte more than stated, so that what is larger is seen and not unpacked further. */
function limitedTo(bytes: number) {
  return { maxOutputLength: bytes + 1, chunkSize: Math.max(64, bytes + 1) };
}

function inflated(run: () => Buffer): Buffer | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

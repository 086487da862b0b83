import { constants, crc32, gzipSync } from 'node:zlib';

/** Bytes of an answer, together with the same as gzip (RFC 1952), which is what the ledger keeps. */
export interface GzipMembers {
  readonly bytes: Uint8Array;
  readonly gzipped: Uint8Array;
}

/** Compresses what will be part of many answers. */
export function pack(text: string): GzipMembers {
  const bytes = Buffer.from(text);
  return { bytes, gzipped: gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }) };
}

/** ID1 ID2, deflate, no flags, no time, unknown system (RFC 1952 section 2.3). */
const HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** The last block, not compressed (RFC 1951 section 3.2.4). */
const STORED_BLOCK = 1;
const BLOCK_HEAD_BYTES = 5;
const TAIL_BYTES = 8;
const BLOCK_BYTES_MAX = 65_535;

/**
 * A few bytes that differ from answer to answer, as they are: to set up a compressor costs more than they do.
 * @throws RangeError when they do not fit into one block
 */
export function wrap(text: string): GzipMembers {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  if (length > BLOCK_BYTES_MAX) throw new RangeError(`${length} bytes are no few bytes`);
  const gzipped = Buffer.allocUnsafe(HEAD.length + BLOCK_HEAD_BYTES + length + TAIL_BYTES);
  gzipped.set(HEAD);
  let at = gzipped.writeUInt8(STORED_BLOCK, HEAD.length);
  at = gzipped.writeUInt16LE(length, at);
  at = gzipped.writeUInt16LE(~length & 0xffff, at);
  gzipped.set(bytes, at);
  at = gzipped.writeUInt32LE(crc32(bytes), at + length);
  gzipped.writeUInt32LE(length, at);
  return { bytes, gzipped };
}

/** One after the other. A gzip file may have several members and reads as all of them (RFC 1952 section 2.2). */
export function join(parts: readonly GzipMembers[]): GzipMembers {
  return {
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    gzipped: Buffer.concat(parts.map(({ gzipped }) => gzipped)),
  };
}

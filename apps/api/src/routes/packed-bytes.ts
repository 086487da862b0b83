import { constants, crc32, gzipSync } from 'node:zlib';

/** Bytes of an answer, together with the same as gzip (RFC 1952), which is what the ledger keeps. */
export interface PackedBytes {
  readonly bytes: Uint8Array;
  readonly packed: Uint8Array;
}

/** Compresses what will be part of many answers. */
export function pack(text: string): PackedBytes {
  const bytes = Buffer.from(text);
  return { bytes, packed: gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }) };
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
export function wrap(text: string): PackedBytes {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  if (length > BLOCK_BYTES_MAX) throw new RangeError(`${length} bytes are no few bytes`);
  const packed = Buffer.allocUnsafe(HEAD.length + BLOCK_HEAD_BYTES + length + TAIL_BYTES);
  packed.set(HEAD);
  let at = packed.writeUInt8(STORED_BLOCK, HEAD.length);
  at = packed.writeUInt16LE(length, at);
  at = packed.writeUInt16LE(~length & 0xffff, at);
  packed.set(bytes, at);
  at = packed.writeUInt32LE(crc32(bytes), at + length);
  packed.writeUInt32LE(length, at);
  return { bytes, packed };
}

/** One after the other. A gzip file may have several members and reads as all of them (RFC 1952 section 2.2). */
export function join(parts: readonly PackedBytes[]): PackedBytes {
  return {
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    packed: Buffer.concat(parts.map(({ packed }) => packed)),
  };
}

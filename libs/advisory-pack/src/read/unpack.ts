import { inflateRawSync } from 'node:zlib';
import { UNPACKED_MAX } from '../form/layout';
import { PackError } from '../form/pack-error';
import type { PackBytes } from './pack-bytes';

/** Deflate makes nothing smaller than that. */
const RATIO_MAX = 1_040;

/** zlib takes no smaller ones. */
const CHUNK_MIN = 64;

/** A piece of a pack. */
export interface Packed {
  readonly at: number;
  readonly packed: number;
  readonly raw: number;
}

/**
 * A piece unpacked: exactly as long as it is said to be, so that a small piece never becomes a large one.
 * @param what for the message
 * @throws PackError
 */
export function unpack(bytes: PackBytes, { at, packed, raw }: Packed, what: string): Buffer {
  if (raw > UNPACKED_MAX || raw > (packed + 1) * RATIO_MAX) {
    throw new PackError('damaged', `${what} is longer than any: ${raw} bytes`);
  }
  const piece = bytes.read(at, packed);
  if (piece.length !== packed) throw new PackError('truncated', `it ends within ${what}`);
  let unpacked: Buffer;
  try {
    // In one piece: to put many together takes as long as unpacking them.
    unpacked = inflateRawSync(piece, { maxOutputLength: Math.max(1, raw), chunkSize: raw + CHUNK_MIN });
  } catch (cause) {
    throw new PackError('damaged', `${what} cannot be unpacked`, { cause });
  }
  if (unpacked.length !== raw) throw new PackError('damaged', `${what} has another length than its directory says`);
  return unpacked;
}

/** JSON of a pack. @throws PackError */
export function parsePacked(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new PackError('damaged', `${what} is no JSON`, { cause });
  }
}

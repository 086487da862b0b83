import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { WatchState } from '../watch/watch-state';
import { readState } from './read-state';
import { writeState } from './write-state';

/** The greatest size of a state before compression, in bytes of UTF-8. */
export const STATE_BYTES_MAX = 262_144;

/** A state as compressed bytes (RFC 1951); undefined when it is too large to be read again. */
export function packState(state: WatchState): Uint8Array | undefined {
  const bytes = new TextEncoder().encode(writeState(state));
  return bytes.length > STATE_BYTES_MAX ? undefined : deflateRawSync(bytes, { level: 9 });
}

/** The state in compressed bytes; `old_format` for one of a version that is no longer read, undefined for anything else. */
export function unpackState(packed: Uint8Array): WatchState | 'old_format' | undefined {
  const text = inflate(packed);
  return text === undefined ? undefined : readState(text);
}

function inflate(packed: Uint8Array): string | undefined {
  try {
    const bytes = inflateRawSync(packed, { maxOutputLength: STATE_BYTES_MAX });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Broken, truncated or oversized data, or no UTF-8: whatever it is, it is no state.
    return undefined;
  }
}

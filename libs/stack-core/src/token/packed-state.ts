import type { WatchState } from '../watch/watch-state';
import { readState } from './read-state';
import type { TokenPacking } from './token-sealing';
import { writeState } from './write-state';

/** The greatest size of a state before compression, in bytes of UTF-8. */
export const STATE_BYTES_MAX = 262_144;

/** A state as compressed bytes (RFC 1951); undefined when it is too large to be read again. */
export function packState(state: WatchState, { deflate }: TokenPacking): Uint8Array | undefined {
  const bytes = new TextEncoder().encode(writeState(state));
  return bytes.length > STATE_BYTES_MAX ? undefined : deflate(bytes);
}

/** The state in compressed bytes; `old_format` for one of a version that is no longer read, undefined for anything else. */
export function unpackState(packed: Uint8Array, { inflate }: TokenPacking): WatchState | 'old_format' | undefined {
  const bytes = inflate(packed, STATE_BYTES_MAX);
  const text = bytes && utf8(bytes);
  return text === undefined ? undefined : readState(text);
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // No UTF-8, so no state.
    return undefined;
  }
}

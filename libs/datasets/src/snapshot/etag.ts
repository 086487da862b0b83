import { sha256Hex } from '@stackcheck/signing';

/** A strong entity tag (RFC 9110 section 8.8.3): equal exactly when the bytes are. */
export function strongEtag(bytes: Uint8Array): string {
  return `"${sha256Hex(bytes).slice(0, 32)}"`;
}

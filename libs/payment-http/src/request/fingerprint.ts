import { requestFingerprint } from '@stackcheck/payment-x402/read';
import { canonicalJson, sha256Hex } from '@stackcheck/signing';

/** What makes two requests the same one. */
export interface FingerprintPieces {
  readonly method: string;
  readonly routeId: string;
  readonly path: string;
  readonly query: string | null;
  /** The bytes of the body; asked for where its meaning does not tell requests apart. */
  readonly body?: (() => Uint8Array) | undefined;
  /** The body as its route reads it; undefined where there is none, or the route refuses it. */
  readonly json?: unknown;
}

/** The fingerprint of a request as received: a JSON body by its meaning, any other body by its bytes. */
export function fingerprintOf({ method, routeId, path, query, body, json }: FingerprintPieces): string {
  const pieces = { method, routeId, path, query: query ?? '' };
  try {
    if (json !== undefined) return requestFingerprint({ body: json, ...pieces }, canonicalJson);
  } catch {
    // A number that may have lost digits, or a broken text, has no canonical form.
  }
  const bytes = body?.();
  if (bytes === undefined || bytes.length === 0) return requestFingerprint(pieces, canonicalJson);
  return requestFingerprint({ body: { unreadable: sha256Hex(bytes) }, ...pieces }, canonicalJson);
}

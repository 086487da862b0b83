import { requestFingerprint } from '@stackcheck/payment-x402';
import { canonicalJson, sha256Hex } from '@stackcheck/signing';

/** What makes two requests the same one. */
export interface FingerprintPieces {
  readonly method: string;
  readonly routeId: string;
  readonly path: string;
  readonly query: string | null;
  readonly body: Uint8Array;
}

/** The fingerprint of a request as received: a JSON body by its meaning, any other body by its bytes. */
export function fingerprintOf({ method, routeId, path, query, body }: FingerprintPieces): string {
  const pieces = { method, routeId, path, query: query ?? '' };
  if (body.length === 0) return requestFingerprint(pieces, canonicalJson);
  try {
    return requestFingerprint({ ...pieces, body: JSON.parse(Buffer.from(body).toString('utf8')) }, canonicalJson);
  } catch {
    return requestFingerprint({ ...pieces, body: { unreadable: sha256Hex(body) } }, canonicalJson);
  }
}

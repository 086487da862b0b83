import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import type { StoredAnswer } from '@stackcheck/payment-x402/ledger';

const gzipElsewhere = promisify(gzip);
const gunzipElsewhere = promisify(gunzip);

/** Up to here the way to another thread and back takes longer than the work. */
const AT_ONCE_BYTES = 65_536;
/** Of what is compressed; an answer becomes a fifth. */
const AT_ONCE_GZIPPED_BYTES = 16_384;

/** An answer's body as it is stored: gzip, speed over size, little memory to set up. */
export async function toStoredBody({ body, gzipped }: StoredAnswer): Promise<Uint8Array> {
  if (gzipped) return gzipped;
  if (body.length > AT_ONCE_BYTES) return gzipElsewhere(body, { level: 1 });
  return gzipSync(body, { level: 1, windowBits: 13, memLevel: 6, chunkSize: 4_096 });
}

/** The body that was stored. */
export async function fromStoredBody(stored: Uint8Array): Promise<Uint8Array> {
  return stored.length > AT_ONCE_GZIPPED_BYTES ? gunzipElsewhere(stored) : gunzipSync(stored);
}

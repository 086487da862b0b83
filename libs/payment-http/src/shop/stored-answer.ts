import type { StoredAnswer } from '@stackcheck/payment-x402';

/**
 * What a route answered, as it is kept before it is paid: a text or bytes as they are, anything else as JSON.
 * @throws TypeError for what JSON cannot say: a route that has no answer to sell throws
 */
export function storedAnswer(value: unknown, contentType: string | undefined): StoredAnswer {
  if (value instanceof Uint8Array) return made(value, contentType ?? 'application/octet-stream');
  if (typeof value === 'string') return made(Buffer.from(value, 'utf8'), contentType ?? 'text/plain; charset=utf-8');
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined) throw new TypeError('a paid route gave no answer; throw, so that nothing is charged');
  return made(Buffer.from(json, 'utf8'), contentType ?? 'application/json; charset=utf-8');
}

function made(body: Uint8Array, contentType: string): StoredAnswer {
  return { status: 200, contentType, body, snapshotIds: [] };
}

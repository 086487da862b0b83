import { ringFault, type WatchSecret } from '@stackcheck/stack-core/token';

/** A key with the time at which it began to seal. */
export interface DatedSecret extends WatchSecret {
  readonly createdAtMs: number;
}

/**
 * A ring in the form of `keys/watch-keys.json`, oldest key first.
 * @throws Error saying what is wrong, without any secret
 */
export function parseWatchKeys(text: string): readonly DatedSecret[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Its message would quote the file, and the file holds secrets.
    throw new Error('the watch keys are not JSON');
  }
  const list = (json as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(list) || list.length === 0)
    throw new Error('the watch keys must be {"keys": [...]} with at least one key');
  const keys = list.map(toSecret);
  const fault = ringFault(keys);
  if (fault !== undefined) throw new Error(fault);
  return keys;
}

function toSecret(entry: unknown): DatedSecret {
  const { id, secret, created_at: createdAt } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  const createdAtMs = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
  if (typeof id !== 'string' || typeof secret !== 'string' || Number.isNaN(createdAtMs))
    throw new Error('each watch key must be {"id", "secret", "created_at"}');
  return { id, secret: Buffer.from(secret, 'base64url'), createdAtMs };
}

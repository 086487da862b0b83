import type { Validators } from '../upstream/upstream';

/** How far a bucket was read. */
export interface Cursor {
  /** Epoch ms of the last time that everything was read. */
  readonly fullAtMs: number;
  /** For each ecosystem the newest change that was seen, RFC 3339 as upstream wrote it. */
  readonly seen: Readonly<Record<string, string>>;
}

/**
 * The cursor in the place of a document's validators, where it is stored together with what it belongs to: read again after
 * a crash, it never runs ahead of the data.
 */
export function toValidators(url: string, cursor: Cursor): Validators {
  return { url, etag: JSON.stringify(cursor), lastModified: null };
}

/** The cursor of this bucket, or undefined where it was never read, or by a version that kept another. */
export function cursorOf({ url, etag }: Validators, bucketUrl: string): Cursor | undefined {
  if (url !== bucketUrl || etag === null) return undefined;
  try {
    const { fullAtMs, seen } = JSON.parse(etag) as Partial<Cursor>;
    return typeof fullAtMs === 'number' && typeof seen === 'object' && seen !== null ? { fullAtMs, seen } : undefined;
  } catch {
    return undefined;
  }
}

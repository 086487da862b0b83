import { createReadStream } from 'node:fs';
import { canonicalBytes, sha256Hex } from '@stackcheck/signing';
import type { Bucket } from '../bucket/bucket';
import { CURRENT_BYTES_MAX, CURRENT_FILE, type Blob } from './current-statement';
import { UNLISTED_KEPT_MS, type BlobStore, type PublishTarget } from './publish-target';

/** Since when blobs are not named any more, by digest: a bucket cannot set the time of an object. */
const UNLISTED_FILE = 'unlisted.json';

const BLOBS = 'blobs/';
const FOREVER = { 'content-type': 'application/octet-stream', 'cache-control': 'public, max-age=31536000, immutable' };
const ASKED_EACH_TIME = { 'content-type': 'application/json', 'cache-control': 'no-cache' };

/** A published prefix of a bucket. What was stored before a publication broke off is found in the listing and not sent again. */
export function bucketTarget(bucket: Bucket): PublishTarget {
  const stored = listedOnce(bucket);
  let seen: string | null | undefined;
  return {
    blobs: bucketBlobs(bucket, stored),
    current: async () => {
      const found = await bucket.get(CURRENT_FILE, CURRENT_BYTES_MAX);
      seen = found.kind === 'body' ? (found.etag ?? undefined) : null;
      return found.kind === 'body' ? found.body : undefined;
    },
    replaceCurrent: (bytes) => bucket.put(CURRENT_FILE, objectOf(bytes), seen),
    sweep: async (named, nowMs) => sweepBucket(bucket, await stored(), named, nowMs),
  };
}

function bucketBlobs(bucket: Bucket, stored: () => Promise<Map<string, number>>): BlobStore {
  const put = async ({ sha256, bytes }: Blob, body: () => Uint8Array | ReturnType<typeof createReadStream>) => {
    const known = await stored();
    if (known.get(sha256) === bytes) return;
    await bucket.put(`${BLOBS}${sha256}`, { sha256, bytes, body, headers: FOREVER });
    known.set(sha256, bytes);
  };
  return {
    bytesOf: async (sha256) => (await stored()).get(sha256),
    put,
    putFile: (blob, file) => put(blob, () => createReadStream(file, { highWaterMark: 1024 * 1024 })),
  };
}

function listedOnce(bucket: Bucket): () => Promise<Map<string, number>> {
  let listed: Promise<Map<string, number>> | undefined;
  return () => (listed ??= bucket.list(BLOBS));
}

async function sweepBucket(
  bucket: Bucket,
  stored: ReadonlyMap<string, number>,
  named: ReadonlySet<string>,
  nowMs: number,
): Promise<number> {
  const before = await readUnlisted(bucket);
  const unlisted = [...stored.keys()].filter((sha256) => !named.has(sha256));
  const since = (sha256: string): number => before.get(sha256) ?? nowMs;
  const gone = unlisted.filter((sha256) => since(sha256) < nowMs - UNLISTED_KEPT_MS);
  for (const sha256 of gone) await bucket.remove(`${BLOBS}${sha256}`);
  const kept = unlisted.filter((sha256) => !gone.includes(sha256));
  const isSame = kept.length === before.size && kept.every((sha256) => before.has(sha256));
  if (!isSame) {
    const after = Object.fromEntries(kept.map((sha256) => [sha256, new Date(since(sha256)).toISOString()]));
    await bucket.put(UNLISTED_FILE, objectOf(canonicalBytes(after)));
  }
  return gone.length;
}

/** What is unreadable counts as nothing: blobs are then kept a day longer. */
async function readUnlisted(bucket: Bucket): Promise<ReadonlyMap<string, number>> {
  const found = await bucket.get(UNLISTED_FILE, CURRENT_BYTES_MAX);
  if (found.kind !== 'body') return new Map();
  try {
    const times = JSON.parse(Buffer.from(found.body).toString('utf8')) as Readonly<Record<string, unknown>>;
    const entries = Object.entries(times).map(([sha256, at]) => [sha256, Date.parse(String(at))] as const);
    return new Map(entries.filter(([, at]) => !Number.isNaN(at)));
  } catch {
    return new Map();
  }
}

function objectOf(bytes: Uint8Array) {
  return { sha256: sha256Hex(bytes), bytes: bytes.length, body: () => bytes, headers: ASKED_EACH_TIME };
}

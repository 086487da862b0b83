import { UpstreamError } from '@stackcheck/datasets/fetch';
import type { Bucket } from '../bucket/bucket';
import { CURRENT_BYTES_MAX, CURRENT_FILE } from './current-statement';
import type { SnapshotSource } from './snapshot-source';

/** A publisher's prefix of a bucket that is not open to everyone, read with a key of its own. */
export function bucketSource(bucket: Bucket): SnapshotSource {
  let etag: string | null = null;
  return {
    current: async () => {
      const found = await bucket.get(CURRENT_FILE, CURRENT_BYTES_MAX, etag);
      if (found.kind === 'missing') throw new UpstreamError(`${bucket.place.address} holds no ${CURRENT_FILE}`);
      if (found.kind === 'unchanged') return { kind: 'unchanged' };
      etag = found.etag;
      return { kind: 'body', body: found.body };
    },
    blob: ({ sha256, bytes }) => bucket.stream(`blobs/${sha256}`, bytes),
    reset: () => {
      etag = null;
    },
  };
}

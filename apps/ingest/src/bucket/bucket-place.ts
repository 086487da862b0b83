import { bucketAndPrefix, type BucketSettings } from '../config/bucket-settings';

/** A prefix of a bucket, with the addresses of what lies below it. */
export interface BucketPlace {
  /** As the operator wrote it, for sentences. */
  readonly address: string;
  readonly bucket: string;
  /** Empty, or ending in a slash. */
  readonly prefix: string;
  /** Address of the bucket itself, where it is listed. */
  readonly root: string;
  /** Address of an object. @param name below the prefix */
  urlOf(name: string): string;
}

/** Finds the addresses of a sound s3:// address. A bucket with a dot in its name stands in the path: no certificate covers it. */
export function bucketPlace(address: string, { endpoint, region, isPathStyle }: BucketSettings): BucketPlace {
  const { bucket, prefix } = bucketAndPrefix(address);
  const amazon = `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const server = new URL(endpoint ?? amazon);
  const base = server.pathname.replace(/\/*$/, '');
  const isInPath = isPathStyle || (server.protocol === 'https:' && bucket.includes('.'));
  const root = isInPath ? `${server.origin}${base}/${bucket}` : `${server.protocol}//${bucket}.${server.host}${base}`;
  return { address, bucket, prefix, root, urlOf: (name) => `${root}/${prefix}${name}` };
}

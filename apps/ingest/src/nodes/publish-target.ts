import type { Blob } from './current-statement';

/** A blob that no statement names any more is kept for those who still read an earlier one. */
export const UNLISTED_KEPT_MS = 86_400_000;

/** Where a publisher puts what it hands out. For one publication: what was found at its begin is not asked for again. */
export interface PublishTarget {
  readonly blobs: BlobStore;
  /** The bytes of `current.json` that lie there; undefined where there are none. */
  current(): Promise<Uint8Array | undefined>;
  /** Replaces `current.json`; false where another one was put there since `current` was asked. */
  replaceCurrent(bytes: Uint8Array): Promise<boolean>;
  /** Remembers that these were named until now, and removes what was not for a day; returns how many went. */
  sweep(named: ReadonlySet<string>, nowMs: number): Promise<number>;
}

/** The blobs that a publisher hands out. */
export interface BlobStore {
  /** Length of the blob under this digest; undefined where it is not there. */
  bytesOf(sha256: string): Promise<number | undefined>;
  /** Puts these bytes under their digest, unless they are there. @throws IndexFileError where they have another one */
  put(blob: Blob, bytes: () => Uint8Array): Promise<void>;
  /** The same from a file. */
  putFile(blob: Blob, file: string): Promise<void>;
}

import { createReadStream, readFileSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_VALIDATORS, UpstreamError, type Validators } from '@stackcheck/datasets/fetch';
import type { Clock } from '@stackcheck/contract';
import { download } from '../adapters/download';
import { HttpUpstream } from '../adapters/http-upstream';
import type { RetryDeps, RetryPlan } from '../adapters/retry';
import { Bucket } from '../bucket/bucket';
import { isBucketAddress, type BucketSettings } from '../config/bucket-settings';
import { bucketSource } from './bucket-source';
import { CURRENT_BYTES_MAX, CURRENT_FILE, type Blob } from './current-statement';
import { DRAFT_PREFIX } from './durable-file';
import type { CurrentReply, SnapshotSource } from './snapshot-source';

/** What reading over a network needs. */
export interface SourceDeps extends RetryDeps {
  readonly clock: Clock;
  /** Where downloads lie until they were verified. */
  readonly folder: string;
  readonly timeoutMs?: number;
  /** How the bucket of an s3:// address is reached. */
  readonly bucket?: BucketSettings | null;
}

const CURRENT_TIMEOUT_MS = 30_000;
const BLOB_TIMEOUT_MS = 900_000;
/** A follower asks again by itself, at longer and longer intervals. */
const ONCE: RetryPlan = { tries: 1, firstWaitMs: 0, waitMaxMs: 0, retryAfterMaxMs: 0 };

/** Opens a source. @param place an address, s3:// with its bucket's settings, or a folder of this machine */
export function openSnapshotSource(place: string, deps: SourceDeps): SnapshotSource {
  const { bucket } = deps;
  if (bucket && isBucketAddress(place)) return bucketSource(new Bucket(place, bucket, { ...deps, plan: ONCE }));
  return /^https?:/i.test(place) ? new HttpSource(place.replace(/\/*$/, ''), deps) : folderSource(place);
}

class HttpSource implements SnapshotSource {
  private known: Validators = NO_VALIDATORS;
  private readonly http: HttpUpstream;

  constructor(
    private readonly root: string,
    private readonly deps: SourceDeps,
  ) {
    const { timeoutMs = CURRENT_TIMEOUT_MS, ...rest } = deps;
    this.http = new HttpUpstream({ ...rest, timeoutMs, bodyBytesMax: CURRENT_BYTES_MAX, plan: ONCE });
  }

  async current(): Promise<CurrentReply> {
    const reply = await this.http.fetch(`${this.root}/${CURRENT_FILE}`, this.known);
    if (reply.kind === 'unchanged') return reply;
    this.known = reply.validators;
    return { kind: 'body', body: reply.body };
  }

  async *blob({ sha256, bytes }: Blob): AsyncGenerator<Uint8Array> {
    const draft = join(this.deps.folder, `${DRAFT_PREFIX}${sha256}`);
    const limits = { bytesMax: bytes, timeoutMs: this.deps.timeoutMs ?? BLOB_TIMEOUT_MS };
    await mkdir(this.deps.folder, { recursive: true, mode: 0o700 });
    try {
      await download(`${this.root}/blobs/${sha256}`, draft, limits, { ...this.deps, plan: ONCE });
      yield* createReadStream(draft, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Uint8Array>;
    } finally {
      await rm(draft, { force: true });
    }
  }

  reset(): void {
    this.known = NO_VALIDATORS;
  }
}

/** A folder, mounted or copied. It is small enough to be read each time. */
function folderSource(folder: string): SnapshotSource {
  const read = <Result>(name: string, run: (path: string, size: number) => Result): Result => {
    const path = join(folder, name);
    try {
      return run(path, statSync(path).size);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (cause instanceof UpstreamError || code === undefined) throw cause;
      throw new UpstreamError(`the source's ${name} cannot be read: ${code}`, { cause });
    }
  };
  return {
    current: async () =>
      read(CURRENT_FILE, (path, size) => {
        if (size > CURRENT_BYTES_MAX)
          throw new UpstreamError(`${CURRENT_FILE} is larger than ${CURRENT_BYTES_MAX} bytes`);
        return { kind: 'body', body: readFileSync(path) };
      }),
    blob: ({ sha256, bytes }) =>
      read(`blobs/${sha256}`, (path, size) => {
        if (size !== bytes) throw new UpstreamError(`blob ${sha256} has ${size} bytes, not ${bytes}`);
        return createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Uint8Array>;
      }),
    reset: () => undefined,
  };
}

import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '@stackcheck/contract';
import { UpstreamError } from '@stackcheck/datasets/fetch';
import { IndexFileError } from '@stackcheck/datasets/snapshot';
import type { Dispatcher } from 'undici';
import { abandon, broken, get, replyFault, single } from './http-get';
import { TransientError, withRetries, type RetryPlan, type RetryDeps } from './retry';

/** What downloading needs besides the network. */
export interface DownloadDeps extends RetryDeps {
  readonly clock: Clock;
  readonly plan?: RetryPlan;
}

/** Bounds of one download. */
export interface DownloadLimits {
  /** Larger files are broken off. */
  readonly bytesMax: number;
  /** For one try, from the first byte sent to the last received. */
  readonly timeoutMs: number;
}

const PLAN: RetryPlan = { tries: 5, firstWaitMs: 1_000, waitMaxMs: 60_000, retryAfterMaxMs: 300_000 };

/** Failures of the disk, which no other try at the network will mend. */
const DISK_CODES = /^(ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|ENOENT|ENOTDIR|EEXIST)$/;

/** What may be gathered before it is written: pieces of the network are small, and writing each by itself takes twice the time. */
const GATHERED_BYTES = 1024 * 1024;

type Progress = (receivedBytes: number, totalBytes: number | null) => void;

/**
 * Downloads a file to disk as it is, never holding more than a few megabytes of it, from the host that was named only, with
 * retries that begin again.
 * @throws UpstreamError when it cannot be had, IndexFileError when it cannot be written
 */
export async function download(
  url: string,
  path: string,
  limits: DownloadLimits,
  deps: DownloadDeps,
  progress: Progress = () => undefined,
): Promise<void> {
  await untransient(() =>
    withRetries(deps.plan ?? PLAN, deps, async () => {
      const signal = AbortSignal.timeout(limits.timeoutMs);
      const response = await ask(url, deps.clock, signal);
      await write(response, path, limits.bytesMax, signal, progress);
    }),
  );
}

/**
 * Fetches a small file into memory; `missing` where there is none, `too_large` where it is larger than the bound.
 * @throws UpstreamError when it cannot be had
 */
export async function fetchSmall(
  url: string,
  limits: DownloadLimits,
  deps: DownloadDeps,
): Promise<Uint8Array | 'missing' | 'too_large'> {
  return untransient(() =>
    withRetries(deps.plan ?? PLAN, deps, async () => {
      const signal = AbortSignal.timeout(limits.timeoutMs);
      const response = await get(new URL(url), IDENTITY, signal);
      if (response.statusCode === 404) {
        abandon(response);
        return 'missing';
      }
      requireFile(response, deps.clock);
      const chunks: Buffer[] = [];
      let length = 0;
      try {
        for await (const chunk of response.body as AsyncIterable<Buffer>) {
          length += chunk.length;
          if (length > limits.bytesMax) {
            abandon(response);
            return 'too_large';
          }
          chunks.push(chunk);
        }
      } catch (error) {
        throw broken(error, signal);
      }
      requireWhole(response, length);
      return Buffer.concat(chunks);
    }),
  );
}

// What is stored compressed would be of another size than announced, and archives do not get smaller.
const IDENTITY = { 'accept-encoding': 'identity' };

async function ask(url: string, clock: Clock, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const response = await get(new URL(url), IDENTITY, signal);
  requireFile(response, clock);
  return response;
}

function requireFile(response: Dispatcher.ResponseData, clock: Clock): void {
  const encoding = single(response.headers['content-encoding']) ?? 'identity';
  const fault =
    replyFault(response, clock.now()) ??
    (encoding === 'identity' ? undefined : new UpstreamError('upstream answered in an encoding not asked for'));
  if (fault === undefined) return;
  abandon(response);
  throw fault;
}

async function write(
  response: Dispatcher.ResponseData,
  path: string,
  bytesMax: number,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  const total = announced(response);
  if (total !== null && total > bytesMax) {
    abandon(response);
    throw tooLarge(bytesMax);
  }
  let received = 0;
  const count = new Transform({
    highWaterMark: GATHERED_BYTES,
    transform: (chunk: Buffer, _encoding, done) => {
      received += chunk.length;
      progress(received, total);
      done(received > bytesMax ? tooLarge(bytesMax) : null, chunk);
    },
  });
  const file = createWriteStream(path, { mode: 0o600, highWaterMark: GATHERED_BYTES });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  try {
    await pipeline(response.body, count, file, { signal });
  } catch (error) {
    // A file that is still being opened would appear after the caller has removed it.
    await closed;
    if (error instanceof UpstreamError) throw error;
    throw diskFault(error) ?? broken(error, signal);
  }
  requireWhole(response, received);
}

function requireWhole(response: Dispatcher.ResponseData, received: number): void {
  const total = announced(response);
  if (total !== null && received !== total) {
    throw new TransientError(`upstream announced ${total} bytes and sent ${received}`);
  }
}

function announced({ headers }: Dispatcher.ResponseData): number | null {
  const length = single(headers['content-length']);
  return length === null ? null : Number(length);
}

function tooLarge(bytesMax: number): UpstreamError {
  return new UpstreamError(`upstream's file is larger than ${bytesMax} bytes`);
}

/** What an error says about the disk, as the error to throw; undefined for one of another kind. */
export function diskFault(error: unknown): IndexFileError | undefined {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || !DISK_CODES.test(code)) return undefined;
  const what = code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : code;
  return new IndexFileError(`a download could not be written: ${what}`, { cause: error });
}

async function untransient<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TransientError) throw new UpstreamError(error.message, { cause: error });
    throw error;
  }
}

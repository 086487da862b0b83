import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { Transform, Writable, type Readable } from 'node:stream';
import type { Clock } from '@stackcheck/contract';
import {
  NO_VALIDATORS,
  UpstreamError,
  type Upstream,
  type UpstreamReply,
  type Validators,
} from '@stackcheck/datasets/fetch';
import type { Dispatcher } from 'undici';
import { abandon, broken, get, replyFault, single, type RequestHeaders } from './http-get';
import { TransientError, withRetries, type RetryPlan, type RetryDeps } from './retry';

/** What fetching needs besides the network. */
export interface HttpUpstreamDeps extends RetryDeps {
  readonly clock: Clock;
  /** Larger replies are broken off, compressed or not. */
  readonly bodyBytesMax: number;
  /** For one try, from the first byte sent to the last received. */
  readonly timeoutMs?: number;
  readonly plan?: RetryPlan;
}

const TIMEOUT_MS = 120_000;
const PLAN: RetryPlan = { tries: 5, firstWaitMs: 1_000, waitMaxMs: 60_000, retryAfterMaxMs: 300_000 };

type Progress = (receivedBytes: number, totalBytes: number | null) => void;

/**
 * Fetches an upstream document over HTTP: conditionally, within a size and a time, from the configured host only, with
 * retries. What could not be an upstream document, such as an HTML page or a cut-off reply, is refused here.
 */
export class HttpUpstream implements Upstream {
  constructor(private readonly deps: HttpUpstreamDeps) {}

  async fetch(url: string, known: Validators, progress: Progress = () => undefined): Promise<UpstreamReply> {
    try {
      return await withRetries(this.deps.plan ?? PLAN, this.deps, () => this.attempt(url, known, progress));
    } catch (error) {
      if (error instanceof TransientError) throw new UpstreamError(error.message, { cause: error });
      throw error;
    }
  }

  private async attempt(url: string, known: Validators, progress: Progress): Promise<UpstreamReply> {
    const signal = AbortSignal.timeout(this.deps.timeoutMs ?? TIMEOUT_MS);
    const response = await get(new URL(url), conditional(known.url === url ? known : NO_VALIDATORS), signal);
    const { statusCode, headers } = response;
    const validators = { url, etag: single(headers.etag), lastModified: settledDate(headers) };
    if (statusCode === 304) {
      await response.body.dump();
      // A 304 need not repeat the validators it was asked with (RFC 9110 section 15.4.5).
      return {
        kind: 'unchanged',
        validators: {
          url,
          etag: validators.etag ?? known.etag,
          lastModified: validators.lastModified ?? known.lastModified,
        },
      };
    }
    this.requireDocument(response);
    return { kind: 'body', body: await this.read(response, progress, signal), validators };
  }

  private requireDocument(response: Dispatcher.ResponseData): void {
    const fault = replyFault(response, this.deps.clock.now()) ?? this.formFault(response.headers);
    if (fault === undefined) return;
    abandon(response);
    throw fault;
  }

  private formFault(headers: Dispatcher.ResponseData['headers']): Error | undefined {
    if (Number(single(headers['content-length'])) > this.deps.bodyBytesMax) return this.tooLarge();
    const encoding = single(headers['content-encoding']) ?? 'identity';
    if (!/^(identity|gzip)$/i.test(encoding))
      return new UpstreamError('upstream answered in an encoding not asked for');
    return undefined;
  }

  private async read(
    { headers, body }: Dispatcher.ResponseData,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const announced = single(headers['content-length']);
    const total = announced === null ? null : Number(announced);
    let received = 0;
    const count = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        received += chunk.length;
        progress(received, total);
        done(null, chunk);
      },
    });
    const unpacked = await this.collect(body, count, /gzip/i.test(single(headers['content-encoding']) ?? ''), signal);
    if (total !== null && received !== total) {
      throw new TransientError(`upstream announced ${total} bytes and sent ${received}`);
    }
    if (unpacked.length === 0) throw new UpstreamError('upstream answered with nothing');
    return unpacked;
  }

  private async collect(body: Readable, count: Transform, packed: boolean, signal: AbortSignal): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    let length = 0;
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk);
        length += chunk.length;
        done(length > this.deps.bodyBytesMax ? this.tooLarge() : null);
      },
    });
    try {
      await (packed
        ? pipeline(body, count, createGunzip(), sink, { signal })
        : pipeline(body, count, sink, { signal }));
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      throw broken(error, signal);
    }
    return Buffer.concat(chunks);
  }

  private tooLarge(): UpstreamError {
    return new UpstreamError(`upstream's document is larger than ${this.deps.bodyBytesMax} bytes`);
  }
}

function conditional({ etag, lastModified }: Validators): RequestHeaders {
  return {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

/**
 * `Last-Modified` where it can be relied on: a document dated within the second of its reply may have changed again in
 * that second (RFC 9110 section 8.8.2.2).
 */
function settledDate(headers: Dispatcher.ResponseData['headers']): string | null {
  const modified = single(headers['last-modified']);
  if (modified === null) return null;
  const ageMs = Date.parse(single(headers.date) ?? '') - Date.parse(modified);
  return ageMs >= 1_000 ? modified : null;
}

import type { Readable } from 'node:stream';
import type { Clock } from '@stackcheck/contract';
import { UpstreamError } from '@stackcheck/datasets/fetch';
import type { Dispatcher } from 'undici';
import { broken, single } from '../adapters/http-get';
import { TransientError, withRetries, type RetryDeps, type RetryPlan } from '../adapters/retry';
import type { BucketSettings } from '../config/bucket-settings';
import { bucketFault, type BucketAction } from './bucket-fault';
import { bucketPlace, type BucketPlace } from './bucket-place';
import { CredentialSource } from './credential-source';
import { elementOf, listedPage } from './listed-objects';
import { readAll, sendSigned, type SignedRequest } from './signed-request';

/** What reaching a bucket needs. */
export interface BucketDeps extends RetryDeps {
  readonly clock: Clock;
  readonly plan?: RetryPlan;
  readonly timeoutMs?: number;
}

/** What is to be stored. `sha256` is signed with the request, so that the server refuses other bytes. */
export interface StoredObject {
  readonly sha256: string;
  readonly bytes: number;
  /** Called for each try. */
  readonly body: () => Uint8Array | Readable;
  readonly headers: Readonly<Record<string, string>>;
}

/** An object as it was found. */
export type FoundObject =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'body'; readonly body: Uint8Array; readonly etag: string | null };

const PLAN: RetryPlan = { tries: 5, firstWaitMs: 1_000, waitMaxMs: 60_000, retryAfterMaxMs: 300_000 };
const TIMEOUT_MS = 900_000;
const NO_HEADERS: SignedRequest['headers'] = {};
const REFUSAL_BYTES_MAX = 65_536;
const PAGE_BYTES_MAX = 4 * 1024 * 1024;
const PAGES_MAX = 100;

/**
 * A prefix of a bucket of the S3 protocol, over signed requests (Signature Version 4). What fails for the moment is tried again; what it refuses is thrown
 * as `UpstreamError` with what the operator would do.
 */
export class Bucket {
  readonly place: BucketPlace;
  private readonly credentials: CredentialSource;

  constructor(
    address: string,
    private readonly settings: BucketSettings,
    private readonly deps: BucketDeps,
  ) {
    this.place = bucketPlace(address, settings);
    this.credentials = new CredentialSource(settings, deps.clock);
  }

  /** Reads an object. @param etag what is known of it: `unchanged` where it still holds; null: nothing */
  get(name: string, bytesMax: number, etag: string | null = null): Promise<FoundObject> {
    return this.retried(async (signal) => {
      const sent = {
        method: 'GET',
        url: this.place.urlOf(name),
        headers: etag === null ? NO_HEADERS : { 'if-none-match': etag },
      } as const;
      const response = await this.send(sent, signal);
      if (response.statusCode === 304) return this.emptied(response, { kind: 'unchanged' });
      if (response.statusCode !== 200) {
        const fault = await this.refusal(response, 's3:GetObject');
        if (fault.code === 'NoSuchKey') return { kind: 'missing' };
        throw fault.error;
      }
      const body = await readAll(response, bytesMax, signal);
      if (body === undefined)
        throw new UpstreamError(`${this.place.address}: ${name} is larger than ${bytesMax} bytes`);
      return { kind: 'body', body, etag: single(response.headers.etag) };
    });
  }

  /** An object as it comes, never more than `bytesMax` of it. Nothing is tried again: the reader began already. */
  async *stream(name: string, bytesMax: number): AsyncGenerator<Uint8Array> {
    const signal = AbortSignal.timeout(this.deps.timeoutMs ?? TIMEOUT_MS);
    let received = 0;
    try {
      const response = await this.send({ method: 'GET', url: this.place.urlOf(name), headers: NO_HEADERS }, signal);
      if (response.statusCode !== 200) throw (await this.refusal(response, 's3:GetObject')).error;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        received += chunk.length;
        if (received > bytesMax)
          throw new UpstreamError(`${this.place.address}: ${name} is larger than ${bytesMax} bytes`);
        yield chunk;
      }
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      throw new UpstreamError(error instanceof TransientError ? error.message : broken(error, signal).message, {
        cause: error,
      });
    }
  }

  /**
   * Stores an object. @param replaces only where the one that is there has this tag, or where there is none (null); undefined: in any case
   * @returns false where another one is there
   */
  put(name: string, object: StoredObject, replaces?: string | null): Promise<boolean> {
    const condition = conditionOf(replaces);
    const store = (extra: Readonly<Record<string, string>>) =>
      this.retried(async (signal) => {
        const headers = { ...object.headers, ...extra, 'content-length': String(object.bytes) };
        const sent = {
          method: 'PUT',
          url: this.place.urlOf(name),
          headers,
          sha256: object.sha256,
          body: object.body(),
        } as const;
        const response = await this.send(sent, signal);
        if (response.statusCode === 200) return this.emptied(response, 'stored' as const);
        const { code, error } = await this.refusal(response, 's3:PutObject');
        if (response.statusCode === 412) return 'another' as const;
        if (code === 'NotImplemented') return 'unconditional' as const;
        throw error;
      });
    return store(condition).then(async (done) => {
      // A server without conditional writes says so; the last one to write then wins, as in a folder.
      if (done === 'unconditional' && replaces !== undefined) return (await store(NO_HEADERS)) === 'stored';
      return done === 'stored';
    });
  }

  /** Removes an object; one that is not there is as good. */
  remove(name: string): Promise<void> {
    return this.retried(async (signal) => {
      const response = await this.send({ method: 'DELETE', url: this.place.urlOf(name), headers: NO_HEADERS }, signal);
      if (response.statusCode === 204 || response.statusCode === 200) return this.emptied(response, undefined);
      const { code, error } = await this.refusal(response, 's3:DeleteObject');
      if (code !== 'NoSuchKey') throw error;
    });
  }

  /** Lengths of all objects below a folder of the prefix, by what follows it. @param folder ends in a slash */
  async list(folder: string): Promise<Map<string, number>> {
    const below = `${this.place.prefix}${folder}`;
    const found = new Map<string, number>();
    let after: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { objects, isCut } = await this.listPage(below, after);
      for (const { key, bytes } of objects) if (key.startsWith(below)) found.set(key.slice(below.length), bytes);
      after = objects.at(-1)?.key;
      if (!isCut || after === undefined) return found;
    }
    throw new UpstreamError(`${this.place.address} holds more objects than can be ours`);
  }

  private listPage(prefix: string, after: string | undefined) {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix,
      ...(after === undefined ? {} : { 'start-after': after }),
    });
    return this.retried(async (signal) => {
      const response = await this.send(
        // Without a slash behind the bucket, as most programs ask: a server may sign the path without it.
        { method: 'GET', url: `${this.place.root}?${query.toString()}`, headers: NO_HEADERS },
        signal,
      );
      if (response.statusCode !== 200) throw (await this.refusal(response, 's3:ListBucket')).error;
      const body = await readAll(response, PAGE_BYTES_MAX, signal);
      const page = body && listedPage(Buffer.from(body).toString('utf8'));
      if (page === undefined) throw new UpstreamError(`${this.place.address}: the server's listing cannot be read`);
      return page;
    });
  }

  private async retried<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    try {
      const attempt = () => run(AbortSignal.timeout(this.deps.timeoutMs ?? TIMEOUT_MS));
      return await withRetries(this.deps.plan ?? PLAN, this.deps, attempt);
    } catch (error) {
      if (error instanceof TransientError) throw new UpstreamError(error.message, { cause: error });
      throw error;
    }
  }

  private async send(sent: SignedRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { region } = this.settings;
    return sendSigned(sent, { region, credentials: await this.credentials.now() }, this.deps.clock.now(), signal);
  }

  private async refusal(response: Dispatcher.ResponseData, action: BucketAction) {
    const { statusCode: status, headers } = response;
    const body = await readAll(response, REFUSAL_BYTES_MAX, AbortSignal.timeout(10_000)).catch(() => undefined);
    const xml = body === undefined ? '' : Buffer.from(body).toString('utf8');
    const code = /^[\w.]{1,64}$/.exec(elementOf(xml, 'Code') ?? '')?.[0] ?? '';
    const region = single(headers['x-amz-bucket-region']) ?? elementOf(xml, 'Region');
    const refusal = {
      status,
      code,
      region: region !== undefined && /^[a-z0-9-]{1,40}$/.test(region) ? region : undefined,
      date: single(headers.date) ?? undefined,
      retryAfter: single(headers['retry-after']) ?? undefined,
    };
    return { code, error: bucketFault(refusal, { action, ...this.place }, this.deps.clock.now()) };
  }

  private async emptied<Result>(response: Dispatcher.ResponseData, result: Result): Promise<Result> {
    await response.body.dump();
    return result;
  }
}

function conditionOf(replaces: string | null | undefined): SignedRequest['headers'] {
  if (replaces === undefined) return NO_HEADERS;
  return replaces === null ? { 'if-none-match': '*' } : { 'if-match': replaces };
}

import type { Readable } from 'node:stream';
import { sha256Hex } from '@stackcheck/signing';
import { AwsV4Signer } from 'aws4fetch';
import { request, type Dispatcher } from 'undici';
import { broken } from '../adapters/http-get';
import type { BucketSettings } from '../config-bucket';
import { readCredentials } from './read-credentials';

/** A request to a server of the S3 protocol, before it is signed. */
export interface SignedRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hex; that of nothing unless given. */
  readonly sha256?: string;
  readonly body?: Uint8Array | Readable | null;
}

const EMPTY_SHA256 = sha256Hex(new Uint8Array());

/**
 * Signs a request (Signature Version 4) with the credentials of now and sends it. No redirect is followed: the signature covers the host.
 * @throws TransientError when the connection failed, UpstreamError where there are no credentials
 */
export async function sendSigned(
  sent: SignedRequest,
  settings: BucketSettings,
  nowMs: number,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const headers = await signedHeaders(sent, settings, nowMs);
  try {
    return await request(sent.url, { method: sent.method, headers, body: sent.body ?? null, signal });
  } catch (error) {
    throw broken(error, signal);
  }
}

/** The header fields of a request, its signature among them. @throws UpstreamError where there are no credentials */
export async function signedHeaders(
  { method, url, headers, sha256 = EMPTY_SHA256 }: SignedRequest,
  settings: BucketSettings,
  nowMs: number,
): Promise<Readonly<Record<string, string>>> {
  const { sessionToken, ...key } = readCredentials(settings);
  const signer = new AwsV4Signer({
    ...key,
    ...(sessionToken === null ? {} : { sessionToken }),
    method,
    url,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    service: 's3',
    region: settings.region,
    datetime: new Date(nowMs).toISOString().replace(/[:-]|\.\d{3}/g, ''),
  });
  const signed = await signer.sign();
  return { ...Object.fromEntries(signed.headers), 'user-agent': 'stackcheck-ingest' };
}

/** The body of a reply; undefined where there is more than may be. @throws TransientError when it broke off */
export async function readAll(
  { body }: Dispatcher.ResponseData,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > bytesMax) return undefined;
      chunks.push(chunk);
    }
  } catch (error) {
    throw broken(error, signal);
  }
  return Buffer.concat(chunks);
}

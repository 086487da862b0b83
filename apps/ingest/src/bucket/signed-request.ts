import type { Readable } from 'node:stream';
import { sha256Hex } from '@stackcheck/signing';
import { AwsV4Signer } from 'aws4fetch';
import { request, type Dispatcher } from 'undici';
import { broken } from '../adapters/http-get';
import type { BucketCredentials } from '../config/bucket-settings';

/** A request to a server of the S3 protocol, before it is signed. */
export interface SignedRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hex; that of nothing unless given. */
  readonly sha256?: string;
  readonly body?: Uint8Array | Readable | null;
}

/** What a request is signed with. */
export interface SigningKey {
  readonly region: string;
  readonly credentials: BucketCredentials;
}

const EMPTY_SHA256 = sha256Hex(new Uint8Array());

/**
 * Signs a request (Signature Version 4) and sends it. No redirect is followed: the signature covers the host.
 * @throws TransientError when the connection failed
 */
export async function sendSigned(
  sent: SignedRequest,
  key: SigningKey,
  nowMs: number,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const headers = await signedHeaders(sent, key, nowMs);
  try {
    return await request(sent.url, { method: sent.method, headers, body: sent.body ?? null, signal });
  } catch (error) {
    throw broken(error, signal);
  }
}

/** The header fields of a request, its signature among them. */
export async function signedHeaders(
  { method, url, headers, sha256 = EMPTY_SHA256 }: SignedRequest,
  { region, credentials }: SigningKey,
  nowMs: number,
): Promise<Readonly<Record<string, string>>> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const signer = new AwsV4Signer({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === null ? {} : { sessionToken }),
    method,
    url,
    headers: { ...headers, 'x-amz-content-sha256': sha256 },
    service: 's3',
    region,
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

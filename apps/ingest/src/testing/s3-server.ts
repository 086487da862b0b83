import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { claimedSignature, requiredSignature } from './request-signature';
import { listen } from './listen';

/** The one bucket of the server, and who may write to it. */
export const S3 = { bucket: 'snapshots', region: 'eu-west-1', accessKeyId: 'AKIDEXAMPLE', secret: 'example/secret' };

/** Clocks that differ by more are refused. */
const SKEW_MS = 15 * 60_000;

/** An answer in place of the server's own. */
export interface S3Answer {
  readonly status: number;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server of the S3 protocol on loopback, in the path style, that checks each signature and each digest. */
export interface S3Server {
  readonly url: string;
  readonly objects: Map<string, { readonly bytes: Buffer; readonly headers: IncomingMessage['headers'] }>;
  /** Requests in order: method and key. */
  readonly asked: string[];
  /** Stands in for the server's own answer where it says one; the connection is cut at `cut`. */
  before: (request: string) => S3Answer | 'cut' | undefined;
  /** Whether unsigned GETs of objects are answered. */
  isPublic: boolean;
  hasConditions: boolean;
  pageSize: number;
  /** How far its clock is ahead. */
  aheadMs: number;
  close(): Promise<void>;
}

/** Starts a server with an empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const server = createServer((request, response) => void answer(own, request, response));
  const own: S3Server & { url: string } = {
    url: '',
    objects: new Map(),
    asked: [],
    before: () => undefined,
    isPublic: false,
    hasConditions: true,
    pageSize: 1_000,
    aheadMs: 0,
    close: () => listening.close(),
  };
  const listening = await listen(server);
  own.url = listening.url;
  return own;
}

async function answer(server: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    return;
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', server.url);
  const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
  const key = rest.join('/');
  const name = `${request.method} ${key === '' ? `?${searchParams.get('prefix')}` : key}`;
  server.asked.push(name);
  const instead = server.before(name);
  if (instead === 'cut') return void request.socket.destroy();
  const body = Buffer.concat(chunks);
  const refused = instead ?? signatureFault(server, request, body, key);
  if (refused !== undefined) return refuse(response, refused);
  if (bucket !== S3.bucket) return refuse(response, { status: 404, code: 'NoSuchBucket' });
  if (key === '') return list(server, response, searchParams);
  if (request.method === 'PUT') return put(server, request, response, key, body);
  if (request.method === 'DELETE') {
    server.objects.delete(key);
    return void response.writeHead(204).end();
  }
  const found = server.objects.get(key);
  if (found === undefined) return refuse(response, { status: 404, code: 'NoSuchKey' });
  const etag = etagOf(found.bytes);
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(200, { etag, 'content-length': found.bytes.length, 'content-type': 'application/octet-stream' });
  response.end(found.bytes);
}

function signatureFault(
  { isPublic, aheadMs }: S3Server,
  request: IncomingMessage,
  body: Buffer,
  key: string,
): S3Answer | undefined {
  const headers = request.headers as Readonly<Record<string, string | undefined>>;
  if (headers['authorization'] === undefined) {
    return isPublic && request.method === 'GET' && key !== '' ? undefined : { status: 403, code: 'AccessDenied' };
  }
  const claimed = claimedSignature(headers['authorization']);
  if (claimed === undefined) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  if (claimed.region !== S3.region) {
    return { status: 400, code: 'AuthorizationHeaderMalformed', headers: { 'x-amz-bucket-region': S3.region } };
  }
  if (claimed.accessKeyId !== S3.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  const [, at = ''] = /^(\d{8}T\d{6})Z$/.exec(headers['x-amz-date'] ?? '') ?? [];
  const time = Date.parse(at.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(time - Date.now() - aheadMs) < SKEW_MS)) return { status: 403, code: 'RequestTimeTooSkewed' };
  const covers = ['host', ...Object.keys(headers).filter((each) => each.startsWith('x-amz-'))];
  const isCovered = covers.every((each) => claimed.signedHeaders.includes(each));
  const wire = { method: request.method ?? '', target: request.url ?? '/', headers };
  if (!isCovered || requiredSignature(wire, claimed, S3.secret) !== claimed.signature || claimed.service !== 's3') {
    return { status: 403, code: 'SignatureDoesNotMatch' };
  }
  const digest = createHash('sha256').update(body).digest('hex');
  return headers['x-amz-content-sha256'] === digest ? undefined : { status: 400, code: 'XAmzContentSHA256Mismatch' };
}

function put(server: S3Server, request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): void {
  const { 'if-match': tag, 'if-none-match': none } = request.headers;
  if (!server.hasConditions && (tag ?? none) !== undefined) {
    return refuse(response, { status: 501, code: 'NotImplemented' });
  }
  const before = server.objects.get(key);
  const isAnother =
    (none !== undefined && before !== undefined) ||
    (tag !== undefined && (before === undefined || etagOf(before.bytes) !== tag));
  if (isAnother) return refuse(response, { status: 412, code: 'PreconditionFailed' });
  server.objects.set(key, { bytes: body, headers: request.headers });
  response.writeHead(200, { etag: etagOf(body) }).end();
}

function list({ objects, pageSize }: S3Server, response: ServerResponse, query: URLSearchParams): void {
  const after = query.get('start-after') ?? '';
  const keys = [...objects.keys()].sort().filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
  const entries = keys.slice(0, pageSize).map((key) => {
    const { bytes } = objects.get(key)!;
    return `<Contents><Key>${key}</Key><ETag>&quot;e&quot;</ETag><Size>${bytes.length}</Size></Contents>`;
  });
  const isCut = keys.length > pageSize;
  const xml = `<ListBucketResult xmlns="x"><IsTruncated>${isCut}</IsTruncated>${entries.join('')}</ListBucketResult>`;
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
}

function refuse(response: ServerResponse, { status, code, headers }: S3Answer): void {
  const xml = code === undefined ? '' : `<?xml version="1.0"?>\n<Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(xml);
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
}

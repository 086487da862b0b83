import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import { errorBody, errorRow, type ServiceError } from '@stackcheck/contract';
import type { Offer402 } from '@stackcheck/payment-x402/offer';
import type { PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { CodedForm } from '../catalogue/coded-forms';
import type { HeldAnswer } from '../catalogue/define-route';
import { SITE_STYLE_SOURCE } from '../layout/style/site-style';
import { JSON_TYPE, renderAnswer } from '../sale/render-answer';
import { BROWSER_VARY } from './browser-pages';
import { COMMON_HEADERS } from './headers';
import { requestIdOf, requestIdToSend } from './request-id';

/** Writes status, headers and body at once; the body of a HEAD answer stays out, its length does not. */
export function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string | string[]>>,
  body: Uint8Array,
): void {
  const hasBody = status !== 304 && status !== 204;
  if (endsWithServer(response.req)) response.shouldKeepAlive = false;
  const id = requestIdToSend(response.req, status);
  // Not by spreads: in Node 20 each member that is added after one takes a microsecond or more.
  const all: OutgoingHttpHeaders = Object.assign({}, COMMON_HEADERS, id === undefined ? {} : { 'X-Request-Id': id });
  Object.assign(all, headers);
  if (hasBody) all['Content-Length'] = body.length;
  response.writeHead(status, all);
  if (response.req.method === 'HEAD' || !hasBody) response.end();
  else response.end(body);
}

/** Of a server that closes, every answer ends its connection; else a kept-alive client would go on for ever. */
export function endsWithServer(request: IncomingMessage): boolean {
  return (request.socket as { server?: Server }).server?.listening === false;
}

/** All headers of a plain offer. */
export function offerHeaders({ body, paymentRequired }: Offer402): Readonly<Record<string, string>> {
  return Object.assign({}, COMMON_HEADERS, {
    'Content-Type': JSON_TYPE,
    'Cache-Control': 'no-store',
    'PAYMENT-REQUIRED': paymentRequired,
    'Content-Length': String(body.length),
  });
}

/** The 402 of an unpaid call or a refused payment. */
export function sendOffer(response: ServerResponse, offer: Offer402, challenges?: readonly string[]): void {
  send(response, 402, Object.assign({}, offerHeaders(offer), challengeLines(challenges)), offer.body);
}

/** The 402 as a page; what programs need of it is in its header. */
export function sendOfferPage(response: ServerResponse, { paymentRequired }: Offer402, page: string): void {
  send(response, 402, { ...pageHeaders(), 'PAYMENT-REQUIRED': paymentRequired }, Buffer.from(page));
}

function pageHeaders(): Readonly<Record<string, string>> {
  return { 'Content-Type': HTML_TYPE, 'Cache-Control': 'no-store', Vary: BROWSER_VARY, ...PAGE_HEADERS };
}

/** A header line for each challenge: clients of old find theirs only on a line of its own. */
function challengeLines(challenges: readonly string[] = []): Readonly<Record<string, string[]>> {
  return challenges.length > 0 ? { 'WWW-Authenticate': [...challenges] } : {};
}

/** A paid answer: never cached, never conditional, with the settlement in the header of its rail, if it has one. */
export function sendPaid(
  response: ServerResponse,
  paid: PaidAnswer,
  receipt: Readonly<Record<string, string>>,
  coding?: 'gzip',
): void {
  const { body, contentType } = paid.answer;
  beginPaid(response, paid, receipt, { contentType, length: body.length, ...(coding && { coding }) });
  response.end(body);
}

const COMMON_LINES = Object.entries(COMMON_HEADERS).flat();

/**
 * The head of a paid answer, whose body follows. As names and values in turn, since an object put together of others takes Node
 * and V8 several times as long.
 */
export function beginPaid(
  response: ServerResponse,
  { paymentResponse, x402Version }: PaidAnswer,
  receipt: Readonly<Record<string, string>>,
  body: { readonly contentType: string; readonly length: number; readonly coding?: 'gzip' },
): void {
  if (endsWithServer(response.req)) response.shouldKeepAlive = false;
  const lines = [...COMMON_LINES, 'X-Request-Id', requestIdOf(response.req)];
  lines.push('Content-Type', body.contentType, 'Cache-Control', 'private, no-store');
  if (paymentResponse !== '') lines.push('PAYMENT-RESPONSE', paymentResponse);
  if (x402Version === 1) lines.push('X-PAYMENT-RESPONSE', paymentResponse);
  for (const [name, value] of Object.entries(receipt)) lines.push(name, value);
  // In a line of its own: the heads of offers have no room for what no offer has.
  if (body.coding) lines.push('Content-Encoding', body.coding, 'Access-Control-Expose-Headers', 'Unencoded-Digest');
  lines.push('Content-Length', String(body.length));
  response.writeHead(200, lines);
}

/**
 * A free answer, with its ETag (RFC 9110 13.1.2) and lifetime where it has them.
 * @param form the content coding that was asked for; its ETag is the one that counts then
 * @returns what was sent, but for the header lines that every answer has of its own; undefined for a 304
 */
export function sendFree(
  response: ServerResponse,
  answer: HeldAnswer,
  form?: CodedForm,
): { readonly headers: readonly string[]; readonly body: Uint8Array } | undefined {
  const { body, contentType } = renderAnswer(answer);
  const etag = form?.etag ?? answer.etag;
  const vary = varyOf(answer, contentType);
  const headers: Record<string, string> = {
    'Content-Type': contentType,
    'Cache-Control': cacheControl(answer),
    ...(etag ? { ETag: etag } : {}),
    ...(vary ? { Vary: vary } : {}),
    ...('link' in answer ? { Link: answer.link } : {}),
  };
  if (contentType.startsWith('text/html')) Object.assign(headers, PAGE_HEADERS);
  // An SVG that is opened by itself is a document, which could run scripts.
  if (contentType.startsWith('image/svg+xml')) Object.assign(headers, PICTURE_HEADERS);
  if (etag !== undefined && holdsTag(response.req.headers['if-none-match'], etag)) {
    send(response, 304, headers, body);
    return undefined;
  }
  if (form) headers['Content-Encoding'] = form.coding;
  const bytes = form?.body ?? body;
  send(response, 200, headers, bytes);
  return {
    headers: Object.entries(
      Object.assign({}, COMMON_HEADERS, headers, { 'Content-Length': String(bytes.length) }),
    ).flat(),
    body: bytes,
  };
}

/** The headers of a request that chose among several forms, also where the one that came is the plain one. */
function varyOf(answer: HeldAnswer, contentType: string): string {
  const byType = 'vary' in answer || contentType.startsWith('text/html');
  const byCoding = 'coded' in answer;
  return [...(byType ? ['Accept'] : []), ...(byCoding ? ['Accept-Encoding'] : [])].join(', ');
}

function cacheControl(answer: HeldAnswer): string {
  if (answer.maxAgeSeconds === undefined) return 'no-store';
  return `public, max-age=${answer.maxAgeSeconds}${'immutable' in answer ? ', immutable' : ''}`;
}

const HTML_TYPE = 'text/html; charset=utf-8';

/** A page loads, asks and sends to this host alone, and no text becomes a script or a style: Trusted Types have no policy to make one by. */
const PAGE_HEADERS = {
  'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src ${SITE_STYLE_SOURCE}; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
} as const;

const PICTURE_HEADERS = { 'Content-Security-Policy': "default-src 'none'; sandbox" } as const;

function holdsTag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

/** What goes with an error. */
export interface ErrorAdditions {
  /** Values of WWW-Authenticate. */
  readonly challenges?: readonly string[] | undefined;
  /** Where the operation that was asked for is described, below the base URL. */
  readonly schema?: string | undefined;
  /** A page in place of the JSON body. */
  readonly page?: string | undefined;
}

/** The error body of the table. Nothing of an unexpected fault reaches the caller. */
export function sendError(
  response: ServerResponse,
  baseUrl: string,
  error: ServiceError,
  { challenges, schema, page }: ErrorAdditions = {},
): void {
  const { code, detail } = error;
  const row = errorRow(code);
  const retryAfter = detail.retryAfterSeconds ?? row.retryAfterSeconds;
  send(
    response,
    detail.status ?? row.http,
    {
      ...(page === undefined ? { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' } : pageHeaders()),
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }),
      ...challengeLines(challenges),
      ...detail.headers,
    },
    Buffer.from(page ?? JSON.stringify(errorBody(baseUrl, code, { schema, ...detail }))),
  );
}

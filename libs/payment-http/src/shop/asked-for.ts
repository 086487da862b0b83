import type { IncomingMessage } from 'node:http';
import { fingerprintOf } from '../request/fingerprint';
import { badOption } from './shop-options';
import type { PaidOffer } from './paid-offer';

/** A request as Express hands it over; of node:http it has less. */
export interface ShopRequest extends IncomingMessage {
  readonly originalUrl?: string;
  readonly baseUrl?: string;
  readonly route?: { readonly path?: unknown };
  readonly body?: unknown;
}

/** What was asked for, as it is named in offers and payments. */
export interface AskedFor {
  /** Template of the path below the base URL. */
  readonly template: string;
  /** Absolute URL, query included. */
  readonly url: string;
  /** SHA-256 (hex) of method, route, path, query and body. */
  fingerprint(): Promise<string>;
}

/** @throws ShopError of code `option` where the path of the route cannot be known, or a body waits that nobody parsed */
export function askedFor(request: ShopRequest, offer: PaidOffer, baseUrl: string): AskedFor {
  const target = request.originalUrl ?? request.url ?? '/';
  const at = target.indexOf('?');
  const [path, query] = at < 0 ? [target, null] : [target.slice(0, at), target.slice(at + 1)];
  return {
    template: templateOf(request, offer),
    url: baseUrl + target,
    fingerprint: async () => fingerprint(request, offer, path, query),
  };
}

function fingerprint(request: ShopRequest, { id }: PaidOffer, path: string, query: string | null): string {
  const pieces = { method: request.method ?? 'GET', routeId: id, path, query };
  const { body } = request;
  if (body === undefined) return fingerprintOf(pieces);
  if (body instanceof Uint8Array) return fingerprintOf({ body: () => body, ...pieces });
  if (typeof body === 'string') return fingerprintOf({ body: () => Buffer.from(body, 'utf8'), ...pieces });
  return fingerprintOf({ body: () => Buffer.from(JSON.stringify(body), 'utf8'), json: body, ...pieces });
}

/** Whether a body was sent that no parser has read: two requests that differ in it would be the same purchase. */
export function hasUnreadBody({ headers, body, readableEnded }: ShopRequest): boolean {
  const announces = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return announces && (body === undefined || !readableEnded);
}

/** `/:topic` of Express is `/{topic}` of a URI template (RFC 6570). */
function templateOf({ baseUrl = '', route }: ShopRequest, { path }: PaidOffer): string {
  if (path !== undefined) return path;
  const own = route?.path;
  if (typeof own !== 'string' || /[*(){}?+\\]/.test(own))
    return badOption('path', 'must be given for a route whose own path is no plain text');
  return (baseUrl + (own === '/' && baseUrl !== '' ? '' : own)).replace(/:(\w+)/g, '{$1}');
}

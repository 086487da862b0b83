import type { IncomingMessage, ServerResponse } from 'node:http';
import { BoundedMap } from './bounded-map';

/** Targets longer than this are rare, and not worth their memory. */
const TARGET_CHARS_MAX = 512;

/** Some 4 KB each; probes ask for far fewer targets. */
const TARGETS_MAX = 1_000;

/** The 402 of one target, ready to be written. */
interface CachedResponse<Route> {
  readonly route: Route;
  /** Names and values in turn, which Node writes without building an object. */
  readonly headers: string[];
  readonly body: Uint8Array;
}

/** What decides whether a 402 that was sent before may be sent again. */
export interface PaymentRequiredCacheDeps<Route> {
  /** Asked at each request: a pause or a lost dataset shows at once. */
  maySell(route: Route): boolean;
  /** Whether nothing in the head of a request but its target can change its 402. */
  isCacheable(request: IncomingMessage): boolean;
  /** Whether the connection ends with this answer. */
  endsConnection(request: IncomingMessage): boolean;
}

/**
 * The short path to the 402 of a request without a payment. Most traffic is unpaid calls of the same few targets, and for a head in
 * which nothing but the target matters the answer is the same bytes as last time, as long as the route may be sold. Every other
 * request takes the whole path, which also fills this cache.
 */
export class PaymentRequiredCache<Route> {
  private readonly byMethod: Readonly<Record<string, BoundedMap<string, CachedResponse<Route>>>> = {
    GET: new BoundedMap(TARGETS_MAX),
    POST: new BoundedMap(TARGETS_MAX),
  };

  constructor(private readonly deps: PaymentRequiredCacheDeps<Route>) {}

  /** Sends the 402, and returns whose it is; undefined where the whole path has to decide. */
  answer(request: IncomingMessage, response: ServerResponse): Route | undefined {
    const cached = this.byMethod[request.method!]?.get(request.url!);
    if (!cached || !this.deps.isCacheable(request) || !this.deps.maySell(cached.route)) return undefined;
    if (this.deps.endsConnection(request)) response.shouldKeepAlive = false;
    response.writeHead(402, cached.headers).end(cached.body);
    return cached.route;
  }

  /** Keeps the 402 that a request was answered with. */
  remember(
    request: IncomingMessage,
    route: Route,
    response: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
  ): void {
    const byTarget = this.byMethod[request.method!];
    const target = request.url!;
    if (!byTarget || target.length > TARGET_CHARS_MAX) return;
    byTarget.set(target, { route, headers: Object.entries(response.headers).flat(), body: response.body });
  }
}

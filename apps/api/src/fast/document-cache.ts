import type { IncomingMessage, ServerResponse } from 'node:http';
import { BoundedMap } from './bounded-map';

/** Targets longer than this are rare, and not worth their memory. */
const TARGET_CHARS_MAX = 512;
const ACCEPT_ENCODING_CHARS_MAX = 64;

/** The bodies are those of the kept documents; an entry itself is less than 1 KB. */
const RESPONSES_MAX = 2_000;

/** A 200 of a kept document, ready to be written. */
interface CachedDocument<Kept> {
  /** operationId of its route. */
  readonly route: string;
  readonly kept: Kept;
  /** Names and values in turn, which Node writes without building an object. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** What decides whether a document that was sent before may be sent again. */
export interface DocumentCacheDeps<Kept> {
  /** Asked at each request: another snapshot and another day show at once. */
  isCurrent(kept: Kept): boolean;
  /** Whether nothing in the head of a request but its target and Accept-Encoding can change the answer. */
  isCacheable(request: IncomingMessage): boolean;
  /** Whether the connection ends with this answer. */
  endsConnection(request: IncomingMessage): boolean;
  /** Header lines that each answer has of its own. */
  ownHeaders(request: IncomingMessage): readonly string[];
}

/**
 * The short path to pages, badges, calendars and feeds, which are asked for far more often than they change: for a target and an
 * Accept-Encoding the answer is the same bytes as last time. Every other request takes the whole path, which also fills this cache.
 */
export class DocumentCache<Kept> {
  private readonly known = new BoundedMap<string, CachedDocument<Kept>>(RESPONSES_MAX);

  constructor(private readonly deps: DocumentCacheDeps<Kept>) {}

  /** Sends the document, and returns the operationId of its route; undefined where the whole path has to decide. */
  answer(request: IncomingMessage, response: ServerResponse): string | undefined {
    if (request.method !== 'GET') return undefined;
    const cached = this.known.get(keyOf(request.headers['accept-encoding'] ?? '', request.url ?? ''));
    if (!cached || !this.deps.isCacheable(request) || !this.deps.isCurrent(cached.kept)) return undefined;
    if (this.deps.endsConnection(request)) response.shouldKeepAlive = false;
    response.writeHead(200, [...cached.headers, ...this.deps.ownHeaders(request)]).end(cached.body);
    return cached.route;
  }

  /**
   * Keeps the document that a request was answered with.
   * @param target path and query as they were sent; the request's own `url` may have been rewritten meanwhile
   */
  remember(request: IncomingMessage, target: string, document: CachedDocument<Kept>): void {
    const acceptEncoding = request.headers['accept-encoding'] ?? '';
    if (request.method !== 'GET' || target.length > TARGET_CHARS_MAX) return;
    if (acceptEncoding.length <= ACCEPT_ENCODING_CHARS_MAX) this.known.set(keyOf(acceptEncoding, target), document);
  }
}

function keyOf(acceptEncoding: string, target: string): string {
  return `${acceptEncoding}\n${target}`;
}

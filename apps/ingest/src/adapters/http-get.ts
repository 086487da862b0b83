import { UpstreamError } from '@stackcheck/datasets/fetch';
import { request, type Dispatcher } from 'undici';
import { retryAfterMs, TransientError } from './retry';

/** Statuses that ask for another address. */
const REDIRECTS = [301, 302, 303, 307, 308];
const REDIRECTS_MAX = 3;

/** Header fields of a request. */
export type RequestHeaders = Readonly<Record<string, string>>;

/**
 * Sends a GET and follows redirects within the host.
 * @throws TransientError when the connection failed, UpstreamError when it leads elsewhere
 */
export async function get(start: URL, headers: RequestHeaders, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(url, headers, signal);
    if (!REDIRECTS.includes(response.statusCode)) return response;
    await response.body.dump();
    const location = single(response.headers.location);
    const next = location !== null && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    // Another host, port or scheme would be another upstream than the one the operator chose.
    if (next?.origin !== url.origin) throw new UpstreamError('upstream redirects to another host');
    if (redirects >= REDIRECTS_MAX) throw new UpstreamError(`upstream redirects more than ${REDIRECTS_MAX} times`);
    url = next;
  }
}

async function send(url: URL, headers: RequestHeaders, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  try {
    return await request(url, { signal, headers: { 'user-agent': 'stackcheck-ingest', ...headers } });
  } catch (error) {
    throw broken(error, signal);
  }
}

/** What stands against a reply by its status and type, as the error to throw; undefined for a document. */
export function replyFault({ statusCode, headers }: Dispatcher.ResponseData, nowMs: number): Error | undefined {
  if (statusCode !== 200) {
    const message = `upstream answered ${statusCode}`;
    const transient = statusCode >= 500 || [408, 425, 429].includes(statusCode);
    if (!transient) return new UpstreamError(message);
    return new TransientError(message, retryAfterMs(single(headers['retry-after']) ?? undefined, nowMs));
  }
  if (/^\s*(text\/html|application\/xhtml)/i.test(single(headers['content-type']) ?? '')) {
    return new UpstreamError('upstream answered with an HTML page');
  }
  return undefined;
}

/** Ends a reply whose body is not wanted. The connection is of no further use: the rest may be endless. */
export function abandon({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined).destroy();
}

/** A connection that failed or ended early. The cause's code is enough for the operator; its text may name addresses. */
export function broken(error: unknown, { aborted }: AbortSignal): TransientError {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const what = aborted ? 'it took too long' : String(code ?? name ?? 'connection lost');
  return new TransientError(`upstream could not be read: ${what}`, null, { cause: error });
}

/** A header field's first value, or null. */
export function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

import autocannon from 'autocannon';

/** Load on one URL for a while. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly requests: number;
}

const CONNECTIONS = 20;

/** A server may end a connection after some requests by `Connection: close`, which autocannon does not read; it renews first. */
const REQUESTS_PER_CONNECTION = 1000;

/**
 * Sends GET requests over keep-alive connections for `seconds` and counts the answers. Throws when any answer has another
 * status than `expected` or is cut off: a rate of wrong answers is worth nothing.
 */
export async function loadUrl(url: string, expected: number, seconds: number): Promise<Load> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    reconnectRate: REQUESTS_PER_CONNECTION,
  });
  const right = result.statusCodeStats?.[String(expected) as '402']?.count ?? 0;
  const wrong = result.requests.total - right;
  if (wrong > 0 || result.errors > 0 || right === 0) {
    throw new Error(`${url}: ${right} answers ${expected}, ${wrong} others, ${result.errors} errors`);
  }
  return { requestsPerSecond: right / result.duration, requests: right };
}

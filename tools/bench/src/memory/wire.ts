import type { Exchange } from '../measure/mixed-load';

/** What of a request is of interest here. */
export interface RequestParts {
  readonly method?: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** ASCII. */
  readonly body?: string;
}

/** A request as the bytes of HTTP/1.1. */
export function toExchange({ method = 'GET', target, headers = {}, body }: RequestParts): Exchange {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const described =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n`;
  return {
    bytes: `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}${described}\r\n${body ?? ''}`,
    isHead: method === 'HEAD',
  };
}

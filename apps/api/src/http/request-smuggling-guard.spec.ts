import type { IncomingMessage } from 'node:http';
import { isCacheableHead } from './request-smuggling-guard';

const head = (...lines: readonly string[]): IncomingMessage =>
  ({
    httpVersion: '1.1',
    rawHeaders: ['Host: x', ...lines].flatMap((line) => line.split(/: (.*)/s).slice(0, 2)),
  }) as unknown as IncomingMessage;

/** What browsers, proxies and the usual clients send with a request that has no body. */
const USUAL = [
  'Accept: */*',
  'Accept-Encoding: gzip, br',
  'Accept-Language: de',
  'Cache-Control: no-cache',
  'Connection: keep-alive',
  'Content-Length: 0',
  'Content-Type: application/json',
  'Cookie: a=b',
  'DNT: 1',
  'Forwarded: for=192.0.2.1',
  'Origin: https://example.com',
  'Pragma: no-cache',
  'Priority: u=1',
  'Referer: https://example.com/',
  'Sec-Fetch-Dest: empty',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Site: cross-site',
  'Sec-Fetch-User: ?1',
  'TE: trailers',
  'Traceparent: 00-0-0-00',
  'Tracestate: a=b',
  'User-Agent: curl/8',
  'Via: 1.1 proxy',
  'X-Forwarded-For: 192.0.2.1',
  'X-Forwarded-Host: example.com',
  'X-Forwarded-Proto: https',
  'X-Real-IP: 192.0.2.1',
];

describe('a head that a known offer may answer', () => {
  it.each(USUAL)('has %s', (line) => {
    expect(isCacheableHead(head(line))).toBe(true);
    expect(isCacheableHead(head(line.replace(/^[^:]+/, (name) => name.toUpperCase())))).toBe(true);
  });

  it('has a word of a browser in another place', () => {
    expect(isCacheableHead(head('Cookie: navigate'))).toBe(true);
  });

  it('has all of them at once', () => {
    expect(isCacheableHead(head(...USUAL))).toBe(true);
  });
});

describe('a head that has to be looked at whole', () => {
  it.each([
    ['a payment', ['PAYMENT-SIGNATURE: e30=']],
    ['a payment of x402 v1', ['X-PAYMENT: e30=']],
    ['a payment of L402', ['Authorization: L402 a:b']],
    ['a second Host', ['Host: x']],
    ['a preference', ['Prefer: handling=strict']],
    ['a transfer coding', ['Transfer-Encoding: chunked']],
    ['a long body', ['Content-Length: 10000']],
    ['more lines than any client sends', Array.from({ length: 200 }, () => 'Accept: */*')],
    ['a name that nobody knows', ['X-Unheard-Of: 1']],
  ])('has %s', (_what, lines) => {
    expect(isCacheableHead(head(...lines))).toBe(false);
  });

  it('is of HTTP/1.0, has no Host or one that is no host, or is of a person in a browser', () => {
    expect(isCacheableHead({ ...head(), httpVersion: '1.0' } as IncomingMessage)).toBe(false);
    expect(isCacheableHead({ ...head(), rawHeaders: [] } as unknown as IncomingMessage)).toBe(false);
    expect(isCacheableHead({ ...head(), rawHeaders: ['X', 'x'] } as unknown as IncomingMessage)).toBe(false);
    expect(isCacheableHead({ ...head(), rawHeaders: ['Host', 'a/b'] } as unknown as IncomingMessage)).toBe(false);
    expect(isCacheableHead(head('Sec-Fetch-Mode: navigate'))).toBe(false);
    expect(isCacheableHead(head('Sec-Fetch-Mode: navigate'), true)).toBe(true);
  });
});

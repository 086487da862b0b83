import fc from 'fast-check';
import { asHeaderValue, longText, wildText } from './wild-text';

type Header = readonly [name: string, value: string];

/** Header values by name, usual and odd. Names that frame the message are left out: those are the raw cases' part. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  Accept: ['application/json', 'text/html', '*/*', 'text/html;q=0.1, application/json', 'image/png', '', ',,,'],
  'If-None-Match': ['*', '"x"', 'W/"x"', '"', 'x, *'],
  'If-Modified-Since': ['Fri, 20 Nov 2026 12:00:00 GMT', 'never'],
  'If-Match': ['*', '"x"'],
  Range: ['bytes=0-1', 'bytes=9-1', 'bytes=-0'],
  Expect: ['100-continue', '100-Continue', 'a-miracle'],
  'X-Forwarded-For': ['203.0.113.7', '2001:db8::1, 10.0.0.1', 'unknown', ',,', '999.1.1.1', '::ffff:10.0.0.1'],
  Forwarded: ['for=1.2.3.4;host=evil.example'],
  'X-Forwarded-Host': ['evil.example'],
  'X-HTTP-Method-Override': ['DELETE', 'POST'],
  'X-Original-URL': ['/v1/eol/snapshot'],
  Authorization: ['L402 a:b', 'Bearer x', 'Basic eDp5', 'L402'],
  'Accept-Payment': ['l402', 'x402'],
  Prefer: ['validate-only', 'respond-async, Validate-Only;x=1', 'validate-only=no', ',', 'return=minimal'],
  'Accept-Encoding': ['gzip', 'br;q=1, *;q=0'],
  Origin: ['https://app.example', 'null'],
  'Access-Control-Request-Method': ['GET'],
  Cookie: ['a=b', 'a'.repeat(4_000)],
  Connection: ['keep-alive', 'close', 'x'],
  Upgrade: ['h2c', 'websocket'],
  TE: ['trailers'],
  Via: ['1.0 x'],
  'Content-Encoding': ['gzip', 'identity', 'IDENTITY', 'br'],
};

/** Half of them are those that change an answer. */
const NEGOTIATING = ['Accept', 'If-None-Match', 'X-Forwarded-For', 'Prefer'];

const known: fc.Arbitrary<Header> = fc
  .oneof(fc.constantFrom(...Object.keys(KNOWN)), fc.constantFrom(...NEGOTIATING))
  .map((name) => [name, KNOWN[name]!] as const)
  .chain(([name, values]) => fc.constantFrom(...values).map((value): Header => [name, value]));

const unknown: fc.Arbitrary<Header> = fc
  .tuple(
    fc.constantFrom('X-Unknown', 'x', 'Constructor', '__proto__', 'X-' + 'a'.repeat(300)),
    fc.oneof(wildText, longText),
  )
  .map(([name, value]): Header => [name, asHeaderValue(value)]);

/** Up to four headers in addition to those that a request needs, some of them huge. */
export const moreHeaders: fc.Arbitrary<readonly Header[]> = fc.oneof(
  { arbitrary: fc.constant([]), weight: 20 },
  {
    arbitrary: fc.array(fc.oneof({ arbitrary: known, weight: 4 }, { arbitrary: unknown, weight: 1 }), {
      minLength: 1,
      maxLength: 4,
    }),
    weight: 19,
  },
  {
    arbitrary: fc.constantFrom<Header[]>([['X-Large', 'a'.repeat(66_000)]], [['X-Large', 'a'.repeat(30_000)]]),
    weight: 1,
  },
);

/** The Host header: as it should be, of somebody else, or absent. */
export const hosts: fc.Arbitrary<readonly Header[]> = fc.oneof(
  { arbitrary: fc.constant<Header[]>([['Host', '127.0.0.1']]), weight: 30 },
  {
    arbitrary: fc.constantFrom<Header[]>([], [['Host', 'evil.example']], [['Host', '']], [['Host', 'a b<>']]),
    weight: 1,
  },
);

/** Content types of a body: nearly always the right one. */
export const contentTypes: fc.Arbitrary<readonly Header[]> = fc.oneof(
  { arbitrary: fc.constant<Header[]>([['Content-Type', 'application/json']]), weight: 12 },
  {
    arbitrary: fc.constantFrom<Header[]>(
      [],
      [['Content-Type', 'application/json; charset=utf-8']],
      [['Content-Type', 'application/json; charset=utf-16']],
      [['Content-Type', 'text/plain']],
      [['Content-Type', 'multipart/form-data']],
      [['Content-Type', ';']],
    ),
    weight: 3,
  },
);

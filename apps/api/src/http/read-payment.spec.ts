import type { IncomingMessage } from 'node:http';
import type { SentPayment } from '../sale/call';
import { readPayment } from './read-payment';

/** A request as Node makes it: of repeated Authorization lines the first, of others all joined. */
function withLines(...lines: readonly (readonly [name: string, value: string])[]): IncomingMessage {
  const headers: Record<string, string> = {};
  for (const [name, value] of lines) {
    const lower = name.toLowerCase();
    const before = headers[lower];
    headers[lower] = before === undefined ? value : lower === 'authorization' ? before : `${before}, ${value}`;
  }
  return { headers, rawHeaders: lines.flat() } as unknown as IncomingMessage;
}

const X402 = { rail: 'x402', paymentSignature: [], xPayment: [] } as const;
const L402 = { rail: 'l402', authorization: [] } as const;

it.each<[string, readonly (readonly [string, string])[], on: SentPayment | undefined, off: SentPayment | undefined]>([
  ['nothing', [], undefined, undefined],
  [
    'a payment',
    [['PAYMENT-SIGNATURE', 'a']],
    { ...X402, paymentSignature: ['a'] },
    { ...X402, paymentSignature: ['a'] },
  ],
  ['a payment of x402 v1', [['X-PAYMENT', 'a']], { ...X402, xPayment: ['a'] }, { ...X402, xPayment: ['a'] }],
  ['an empty payment', [['X-PAYMENT', '']], { ...X402, xPayment: [''] }, { ...X402, xPayment: [''] }],
  [
    'one of each version, and one twice',
    [
      ['PAYMENT-SIGNATURE', 'a'],
      ['X-PAYMENT', 'b'],
      ['payment-signature', 'c'],
    ],
    { rail: 'x402', paymentSignature: ['a', 'c'], xPayment: ['b'] },
    { rail: 'x402', paymentSignature: ['a', 'c'], xPayment: ['b'] },
  ],
  [
    'credentials',
    [
      ['Authorization', 'L402 a:b'],
      ['Authorization', 'L402 c:d'],
    ],
    { rail: 'l402', authorization: ['L402 a:b', 'L402 c:d'] },
    undefined,
  ],
  ['another scheme', [['Authorization', 'Bearer x']], undefined, undefined],
  ['the name of the rail', [['Accept-Payment', 'l402']], L402, undefined],
  ['the name of the rail among others', [['Accept-Payment', 'x402 , L402 ']], L402, undefined],
  [
    'the name of the rail twice',
    [
      ['Accept-Payment', 'x402'],
      ['Accept-Payment', 'l402'],
    ],
    L402,
    undefined,
  ],
  ['the name of another rail', [['Accept-Payment', 'x402']], undefined, undefined],
  [
    'the name of the rail, and another scheme',
    [
      ['Accept-Payment', 'l402'],
      ['Authorization', 'Bearer x'],
    ],
    { rail: 'l402', authorization: ['Bearer x'] },
    undefined,
  ],
  [
    'payments of both rails',
    [
      ['X-PAYMENT', 'a'],
      ['Authorization', 'L402 a:b'],
    ],
    { rail: 'both' },
    { ...X402, xPayment: ['a'] },
  ],
  [
    'a payment, and the name of the other rail',
    [
      ['X-PAYMENT', 'a'],
      ['Accept-Payment', 'l402'],
    ],
    { ...X402, xPayment: ['a'] },
    { ...X402, xPayment: ['a'] },
  ],
])('a request brings %s', (_what, lines, withL402, without) => {
  expect(readPayment(withLines(...lines), true)).toEqual(withL402);
  expect(readPayment(withLines(...lines), false)).toEqual(without);
});

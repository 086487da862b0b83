import type { AuthorizationUse, ChainEndpoint } from '@stackcheck/payment-x402/evidence';
import { confirmedEndpoint } from './confirmed-endpoint';

const TRANSFER = { asset: '0xa', payer: '0xb', nonce: '0xc' };
const USE: AuthorizationUse = { kind: 'cancelled', block: 7 };

const node = (number: number) => ({
  name: 'node.example',
  head: jest.fn(async () => ({ number, timestamp: 1_000 })),
  safeHead: jest.fn(async () => ({ number: 3, timestamp: 900 })),
  findUse: jest.fn(async () => USE),
  isSpent: jest.fn(async () => true),
});

test.each([
  [100, 1, 100],
  [100, 2, 99],
  [100, 12, 89],
  [5, 6, 0],
  [5, 9, 0],
])(
  'of a chain of %d blocks, with %d confirmations, the newest one spoken of is %d',
  async (number, confirmations, seen) => {
    expect(await confirmedEndpoint(node(number), confirmations).head()).toEqual({ number: seen, timestamp: 1_000 });
  },
);

test('all else is what the node says', async () => {
  const inner = node(100);
  const endpoint: ChainEndpoint = confirmedEndpoint(inner, 10);

  expect(endpoint.name).toBe('node.example');
  expect(await endpoint.safeHead()).toEqual({ number: 3, timestamp: 900 });
  expect(await endpoint.findUse(TRANSFER, { from: 1, to: 2 })).toBe(USE);
  expect(await endpoint.isSpent(TRANSFER, 9)).toBe(true);
  expect([inner.findUse.mock.calls, inner.isSpent.mock.calls]).toEqual([
    [[TRANSFER, { from: 1, to: 2 }]],
    [[TRANSFER, 9]],
  ]);
});

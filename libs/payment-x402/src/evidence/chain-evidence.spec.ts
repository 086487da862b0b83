import type { AuthorizationUse, ChainEndpoint } from './chain-evidence';
import { createChainEvidence } from './chain-evidence';
import { addressTopic, AUTHORIZATION_USED, TRANSFER, transferOfUse, type TokenLog } from './authorization-use';

const PAYER = `0x${'a'.repeat(40)}`;
const PAY_TO = `0x${'b'.repeat(40)}`;
const OTHER = `0x${'c'.repeat(40)}`;
const NONCE = `0x${'1'.repeat(64)}`;
const CLOSED = 1_000_060;
const EXPECTED = {
  network: 'eip155:8453',
  asset: `0x${'d'.repeat(40)}`,
  payer: PAYER,
  payTo: PAY_TO,
  value: 1_000n,
  nonce: NONCE,
  validBefore: CLOSED,
};

interface NodeState {
  readonly use?: AuthorizationUse;
  readonly safeAt?: number;
  readonly safeNumber?: number;
  readonly spent?: boolean;
  readonly down?: boolean;
}

function node(state: NodeState): ChainEndpoint {
  const answer = <T>(value: T): Promise<T> =>
    state.down ? Promise.reject(new Error('https://node/secret')) : Promise.resolve(value);
  return {
    name: 'node',
    head: () => answer({ number: 500, timestamp: (state.safeAt ?? CLOSED + 100) + 10 }),
    safeHead: () => answer({ number: state.safeNumber ?? 480, timestamp: state.safeAt ?? CLOSED + 100 }),
    findUse: () => answer(state.use ?? null),
    isSpent: () => answer(state.spent ?? false),
  };
}

const paid: AuthorizationUse = {
  kind: 'used',
  block: 490,
  transaction: '0xpaid',
  transfer: { from: PAYER, to: PAY_TO, value: 1_000n },
};
const diverted: AuthorizationUse = { ...paid, block: 470, transfer: { from: PAYER, to: OTHER, value: 1_000n } };
const cancelled: AuthorizationUse = { kind: 'cancelled', block: 470 };

test.each<[string, NodeState[], string]>([
  ['used and transferred to us', [{ use: paid }], 'paid'],
  ['paid, as one of two nodes knows', [{ use: paid }, {}], 'paid'],
  ['paid, while the other node is down', [{ down: true }, { use: paid }], 'paid'],
  ['used for somebody else', [{ use: diverted }], 'never'],
  ['used for too little', [{ use: { ...diverted, transfer: { from: PAYER, to: PAY_TO, value: 999n } } }], 'never'],
  ['used without a transfer', [{ use: { ...diverted, transfer: null } }], 'never'],
  ['used for somebody else in a block that may vanish', [{ use: { ...diverted, block: 481 } }], 'unproven'],
  ['cancelled', [{ use: cancelled }], 'never'],
  ['cancelled, as only one of two nodes knows', [{ use: cancelled }, { safeAt: CLOSED }], 'unproven'],
  ['unused past its window, say both', [{}, {}], 'never'],
  ['unused past its window, says one', [{}, { down: true }], 'unproven'],
  ['unused, but a safe head is not past the window', [{}, { safeAt: CLOSED + 3 }], 'unproven'],
  ['spent in a transaction that was not found', [{ spent: true }], 'unproven'],
  ['asked of nobody', [], 'unproven'],
])('a payment %s', async (_name, nodes, kind) => {
  const finding = await createChainEvidence(nodes.map(node)).find(EXPECTED, 900_000_000);

  expect(finding.kind).toBe(kind);
  expect(JSON.stringify(finding)).not.toContain('secret');
});

test.each<[NodeState, string]>([
  [{ use: cancelled }, 'the payer cancelled it'],
  [{ use: diverted }, 'it was used for another transfer'],
  [{}, 'its window closed and it was not used'],
])('of one that will never pay the reason is said: %j', async (state, reason) => {
  const finding = await createChainEvidence([node(state)]).find(EXPECTED, 900_000_000);

  expect(finding).toMatchObject({ kind: 'never', reason });
});

test('the search begins before the intent was written, whatever the block time', async () => {
  const asked: { from: number; to: number }[] = [];
  const watching = {
    ...node({}),
    findUse: async (_t: unknown, blocks: { from: number; to: number }) => (asked.push(blocks), null),
  };

  await createChainEvidence([watching]).find(EXPECTED, (CLOSED + 110 - 200) * 1_000);

  expect(asked).toEqual([{ from: 500 - 200 - 30, to: 500 }]);
});

describe('several payments in one transaction', () => {
  const used = (payer: string, nonce: string, index: number): TokenLog => ({
    topics: [AUTHORIZATION_USED, addressTopic(payer), nonce],
    data: '0x',
    index,
  });
  const moved = (from: string, to: string, value: number, index: number): TokenLog => ({
    topics: [TRANSFER, addressTopic(from), addressTopic(to)],
    data: `0x${value.toString(16)}`,
    index,
  });
  const other = `0x${'2'.repeat(64)}`;

  test.each<[string, TokenLog[], object | null]>([
    [
      'each use has the transfer that follows it',
      [used(OTHER, other, 1), moved(OTHER, PAY_TO, 9, 2), used(PAYER, NONCE, 3), moved(PAYER, PAY_TO, 1000, 4)],
      { from: PAYER, to: PAY_TO, value: 1000n },
    ],
    [
      'the order is that of emission',
      [moved(PAYER, PAY_TO, 1000, 4), used(PAYER, NONCE, 3)],
      { from: PAYER, to: PAY_TO, value: 1000n },
    ],
    [
      "another payment's transfer is not ours",
      [used(PAYER, NONCE, 1), used(OTHER, other, 2), moved(OTHER, PAY_TO, 1000, 3)],
      null,
    ],
    [
      'the same nonce of another payer is another use',
      [used(OTHER, NONCE, 1), moved(OTHER, PAY_TO, 9, 2), used(PAYER, NONCE, 3), moved(PAYER, PAY_TO, 1000, 4)],
      { from: PAYER, to: PAY_TO, value: 1000n },
    ],
    ['a transfer before the use is not its own', [moved(PAYER, PAY_TO, 1000, 1), used(PAYER, NONCE, 2)], null],
    ['the use of another nonce says nothing', [used(PAYER, other, 1), moved(PAYER, PAY_TO, 1000, 2)], null],
  ])('%s', (_name, logs, transfer) => {
    expect(transferOfUse(logs, { payer: PAYER, nonce: NONCE })).toEqual(transfer);
  });
});

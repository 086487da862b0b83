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

/** A use in a safe block. */
function usedBy(transfer: { readonly from: string; readonly to: string; readonly value: bigint }): AuthorizationUse {
  return { kind: 'used', block: 470, transaction: '0xpaid', transfer };
}

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

test.each<[string, NodeState, string]>([
  ['a use that may vanish', { use: { ...diverted, block: 481 } }, 'node: spent in a block that is not safe yet'],
  ['a window that may be open', { safeAt: CLOSED + 3 }, 'node: its safe head is not past the window'],
  ['a use that is not found', { spent: true }, 'node: spent in a transaction that was not found'],
  ['a node that is down', { down: true }, 'node did not answer'],
])('of %s the reason for doubt is said', async (_what, state, reason) => {
  expect(await createChainEvidence([node(state)]).find(EXPECTED, 900_000_000)).toEqual({ kind: 'unproven', reason });
});

test.each<[string, NodeState, string]>([
  ['at the last moment after the window', { safeAt: CLOSED + 4 }, 'never'],
  ['by a use in the safe head itself', { use: { ...diverted, block: 480 } }, 'never'],
  ['by one who is not the payer', { use: usedBy({ from: OTHER, to: PAY_TO, value: 1_000n }) }, 'never'],
  ['by just what was asked', { use: usedBy({ from: PAYER, to: PAY_TO, value: 1_000n }) }, 'paid'],
  ['by more', { use: usedBy({ from: PAYER, to: PAY_TO, value: 1_001n }) }, 'paid'],
])('a payment is judged %s', async (_what, state, kind) => {
  expect((await createChainEvidence([node(state)]).find(EXPECTED, 900_000_000)).kind).toBe(kind);
});

test('where no node was asked nothing is known, which is said', async () => {
  expect(await createChainEvidence([]).find(EXPECTED, 0)).toEqual({ kind: 'unproven', reason: 'no node was asked' });
});

test('a payment that is paid is named with its transaction', async () => {
  expect(await createChainEvidence([node({}), node({ use: paid })]).find(EXPECTED, 0)).toEqual({
    kind: 'paid',
    transaction: '0xpaid',
  });
});

test.each([
  ['of a clock that is ahead', (CLOSED + 110 + 50) * 1_000, 470],
  ['of long ago', 0, 0],
])('the search of an intent %s begins in a block that is', async (_what, sinceMs, from) => {
  const findUse = jest.fn(async () => null);

  await createChainEvidence([{ ...node({}), findUse }]).find(EXPECTED, sinceMs);

  expect(findUse.mock.calls).toEqual([[EXPECTED, { from, to: 500 }]]);
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
  /** keccak-256 of `Approval(address,address,uint256)`, ERC-20. */
  const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

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
    [
      'an event of another kind with as many topics is no transfer',
      [
        used(PAYER, NONCE, 1),
        { ...moved(PAYER, OTHER, 9, 2), topics: [APPROVAL, addressTopic(PAYER), addressTopic(OTHER)] },
        moved(PAYER, PAY_TO, 1000, 3),
      ],
      { from: PAYER, to: PAY_TO, value: 1000n },
    ],
    ...[[], [addressTopic(OTHER), addressTopic(OTHER)]].map((more): [string, TokenLog[], object] => [
      `an event of that name with ${2 + more.length} topics is no transfer of money`,
      [
        used(PAYER, NONCE, 1),
        { ...moved(PAYER, OTHER, 9, 2), topics: [TRANSFER, addressTopic(PAYER), ...more] },
        moved(PAYER, PAY_TO, 1000, 3),
      ],
      { from: PAYER, to: PAY_TO, value: 1000n },
    ]),
    ['a transfer before the use is not its own', [moved(PAYER, PAY_TO, 1000, 1), used(PAYER, NONCE, 2)], null],
    ['the use of another nonce says nothing', [used(PAYER, other, 1), moved(PAYER, PAY_TO, 1000, 2)], null],
  ])('%s', (_name, logs, transfer) => {
    expect(transferOfUse(logs, { payer: PAYER, nonce: NONCE })).toEqual(transfer);
  });
});

import { SelfHarness, TEST_GAS_WALLET } from '../testing/self-harness';
import { SAMPLE_TERMS } from '../testing/sample-terms';
import { checkTransfers, type TransferCheck } from './check-transfer';
import { planTransfer, type PlannedTransfer } from './transfer-call';
import type { Tried, TriedCall } from './wallet-node';

const NO_FUNDS: TransferCheck = {
  kind: 'refused',
  code: 'payment_invalid',
  message: 'The payer has insufficient funds for this payment.',
  reason: 'insufficient_funds',
  byFunds: true,
};
const GOOD: TransferCheck = { kind: 'good' };

function setUp() {
  const harness = new SelfHarness();
  const { chain: node } = harness;
  const deps = { node, wallet: TEST_GAS_WALLET, terms: SAMPLE_TERMS };
  const plan = (change = {}): PlannedTransfer => planTransfer(SAMPLE_TERMS, harness.request(change))!;
  const check = (transfers: readonly PlannedTransfer[], owed = 0n) => checkTransfers(deps, transfers, () => owed);
  return { harness, node, plan, check };
}

describe('what a trial says of a transfer', () => {
  it.each<[string, bigint, bigint, TransferCheck]>([
    ['with just the money for it', 1_000n, 0n, GOOD],
    ['with less', 999n, 0n, NO_FUNDS],
    ['with just the money for it and for what is under way', 3_000n, 2_000n, GOOD],
    ['with less than that', 2_999n, 2_000n, NO_FUNDS],
  ])('of a payer %s', async (_what, balance, owed, verdict) => {
    const { harness, plan, check } = setUp();
    const transfer = plan();
    harness.fund(transfer.payer, balance);

    expect(await check([transfer], owed)).toEqual([verdict]);
  });

  it('whose nonce is spent', async () => {
    const { node, plan, check } = setUp();
    const transfer = plan();
    node.state.spent.add(`${transfer.payer} ${transfer.nonce}`);

    expect(await check([transfer])).toEqual([{ kind: 'spent' }]);
    expect(await check([transfer], 1n)).toEqual([{ kind: 'spent' }]);
  });

  it('that fails for no reason that is found, by who signed it', async () => {
    const { plan, check } = setUp();
    const late = plan({ validBefore: 1n });
    const refused = { kind: 'refused', code: 'payment_invalid' };

    expect(await check([late])).toEqual([
      { ...refused, message: 'The token would refuse this transfer.', reason: 'transfer_would_fail' },
    ]);
    expect(await check([{ ...late, isPlain: false }])).toEqual([
      { ...refused, message: 'The signature was refused.', reason: 'invalid_signature' },
    ]);
  });

  it('among others is of itself alone', async () => {
    const { node, plan, check } = setUp();
    const [good, spent, other] = [plan(), plan(), plan()];
    node.state.spent.add(`${spent.payer} ${spent.nonce}`);

    expect((await check([good, spent, other])).map(({ kind }) => kind)).toEqual(['good', 'spent', 'good']);
  });

  it('that is tried as the transaction that would carry it', async () => {
    const { node, plan, check } = setUp();
    const calls: [string, TriedCall][] = [];
    const inner = node.try.bind(node);
    node.try = (from: string, call: TriedCall): Promise<Tried> => (calls.push([from, call]), inner(from, call));
    const transfer = plan();

    await check([transfer]);

    expect(calls).toEqual([[TEST_GAS_WALLET.address, { to: SAMPLE_TERMS.asset, data: transfer.data, gas: 190_000n }]]);
  });
});

describe('no verdict is had', () => {
  it('where Multicall3 is not there', async () => {
    const { node, plan, check } = setUp();
    node.hasMulticall = false;

    await expect(check([plan(), plan()])).rejects.toThrow('Multicall3 gave no results');
  });

  it.each(['reverted', 'away'])('where the token is %s when it is asked', async (how) => {
    const { node, plan, check } = setUp();
    const transfer = plan();
    node.try = async () => {
      if (how === 'away') throw new Error('away');
      return { kind: 'reverted' };
    };

    await expect(check([transfer])).rejects.toThrow(how === 'away' ? 'away' : 'the token reverted a question');
  });
});

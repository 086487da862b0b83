import { Transaction } from 'ethers';
import { SelfHarness, TEST_GAS_WALLET } from '../testing/self-harness';
import { bytesOfBundle } from './data-fee';
import { callFor, gasOfBundle, planTransfer } from './transfer-call';
import { SAMPLE_TERMS } from '../testing/sample-terms';

const FEE_MAX = 1_000_000n;
const BUNDLE_MAX = 5;

it.each([1, 2, 20])('a transaction of %s transfers has no more bytes than it is thought to have', (count) => {
  const harness = new SelfHarness();
  const transfers = Array.from({ length: count }, () => planTransfer(SAMPLE_TERMS, harness.request())!);
  const fees = { maxFeePerGas: 2n ** 60n, maxPriorityFeePerGas: 2n ** 60n };
  const { raw } = TEST_GAS_WALLET.sign(8453, 2 ** 40, callFor(SAMPLE_TERMS.asset, transfers), fees);

  expect(Transaction.from(raw).hash).toBeTruthy();
  const bytes = (raw.length - 2) / 2;
  expect(bytes).toBeLessThanOrEqual(bytesOfBundle(count));
  expect(bytes).toBeGreaterThan(bytesOfBundle(count) / 2);
});

it.each([0n, 7_000_000n])(
  'asks for the ether of one more full transaction, and of those under way, at %s wei a byte',
  async (perByte) => {
    const harness = new SelfHarness({ bundleMax: BUNDLE_MAX, feeMaxWei: FEE_MAX });
    harness.chain.dataFeePerByte = perByte;
    const oneMore = gasOfBundle(BUNDLE_MAX) * FEE_MAX + BigInt(bytesOfBundle(BUNDLE_MAX)) * perByte;
    expect((await harness.settler.look()).neededWei).toBe(oneMore);

    void harness.settler.settle(harness.request());
    await harness.timers.pass(500);
    const { attempts } = harness.book.rows.get(0)!;
    const underWay = BigInt((attempts[0]!.raw.length - 2) / 2) * perByte + gasOfBundle(1) * FEE_MAX;
    expect((await harness.settler.look()).neededWei).toBe(oneMore + underWay);
  },
);

it('pays no payment out where the fee for its data would not be covered', async () => {
  const harness = new SelfHarness();
  harness.chain.dataFeePerByte = 10n ** 16n;

  expect((await harness.settler.look()).state).toBe('low');
  expect(await harness.settler.verify(harness.request())).toMatchObject({ kind: 'unavailable', isAnswered: true });
});

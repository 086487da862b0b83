import type { WalletReceipt } from '@stackcheck/payment-x402/self';
import { SelfHarness } from '@stackcheck/payment-x402/testing';
import { severalNodes } from './several-nodes';

/** A settler over two nodes of one chain, of which the second goes on showing the receipts that it showed once. */
function overTwoNodes(confirmations = 1) {
  const harness = new SelfHarness({ confirmations });
  const { chain } = harness;
  chain.safeDepth = 5;
  for (let below = 0; below < 8; below++) chain.mine();
  const frozen = new Map<string, WalletReceipt>();
  const stuck = Object.create(chain) as typeof chain;
  stuck.receipt = async (hash) => {
    const receipt = frozen.get(hash) ?? (await chain.receipt(hash));
    if (receipt) frozen.set(hash, receipt);
    return receipt;
  };
  harness.boot({ node: severalNodes([chain, stuck]) });
  return harness;
}

it('a block that one node alone still shows makes no transfer final: it is made again', async () => {
  const harness = overTwoNodes();
  const { chain, book } = harness;
  expect(await harness.settle(harness.request({ validBefore: 4_000_000_000n }))).toMatchObject({ kind: 'settled' });
  chain.reorganise(6);
  chain.queue.clear();
  expect(harness.paid).toBe(0n);

  await harness.live(200);

  expect(harness.eventsOf('transaction_vanished')).toHaveLength(1);
  expect([harness.paid, book.rows.get(0)!.state]).toEqual([1_000n, 'final']);
});

it('nor is it hidden that it can be made no more', async () => {
  const harness = overTwoNodes();
  const { chain, book } = harness;
  const request = harness.request();
  expect(await harness.settle(request)).toMatchObject({ kind: 'settled' });
  chain.reorganise(6);
  chain.queue.clear();
  chain.timestamp += 1_000;

  await harness.live(200);

  expect([harness.paid, book.rows.get(0)!.state, harness.failed]).toEqual([0n, 'final', [request.expected.nonce]]);
});

it('nor has it the confirmations that the chain without it has', async () => {
  const harness = overTwoNodes(3);
  const { chain } = harness;
  const outcome = harness.settler.settle(harness.request({ validBefore: 4_000_000_000n }), 60_000);
  let isOver = false;
  void outcome.finally(() => (isOver = true));
  while (harness.paid === 0n) {
    await harness.timers.pass(500);
    chain.mine();
  }
  // Both have shown it; then the chain goes on without its block.
  await harness.timers.pass(1_500);
  chain.reorganise(1);
  chain.queue.clear();
  chain.swallows = 1_000;
  await harness.live(20);
  expect([isOver, harness.paid]).toEqual([false, 0n]);

  chain.swallows = 0;
  await harness.live(20);
  expect(await outcome).toMatchObject({ kind: 'settled' });
  expect(harness.paid).toBe(1_000n);
});

it('where no node answers the fault of one is thrown, and where one does it counts', async () => {
  const down = { countOf: () => Promise.reject(new Error('it is down')) } as never;
  const up = { countOf: async () => 7 } as never;

  await expect(severalNodes([down, down]).countOf('0xa', 'latest')).rejects.toThrow('it is down');
  expect(await severalNodes([down, up]).countOf('0xa', 'latest')).toBe(7);
});

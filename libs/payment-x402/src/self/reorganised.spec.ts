import { SelfHarness } from '../testing/self-harness';

const LONG = { validBefore: 4_000_000_000n };

it('shows by its next head, and what it lost goes out again at once', async () => {
  const harness = new SelfHarness();
  harness.chain.safeDepth = 30;
  await harness.settle(harness.request(LONG));
  harness.chain.reorganise(harness.chain.blocks.length - 1);
  harness.chain.mine();
  await harness.timers.pass(2_500);

  expect(harness.eventsOf('transaction_vanished')).toHaveLength(1);
  expect(harness.chain.queue.size).toBe(1);
});

it('broadcasts again the attempt that the buyer’s receipt names, not another one', async () => {
  const harness = new SelfHarness();
  const { chain } = harness;
  chain.safeDepth = 60;
  void harness.settler.settle(harness.request(LONG), 60_000);
  // No block for so long that it is replaced.
  await harness.timers.pass(14_000);
  const [row] = harness.book.rows.values();
  expect(row!.attempts.length).toBeGreaterThan(1);
  const [first] = row!.attempts;
  // A block takes the first one after all.
  chain.queue.clear();
  await chain.broadcast(first!.raw);
  await harness.live(4);
  expect(harness.book.rows.get(0)).toMatchObject({ state: 'mined', minedAs: first!.hash });

  chain.reorganise(chain.blocks.length - 1);
  chain.swallows = 2;
  await harness.live(14);
  expect(harness.book.rows.get(0)).toMatchObject({ state: 'mined', minedAs: first!.hash });
  expect(harness.paid).toBe(1_000n);
});

it('gives them a block again also when the process ends meanwhile', async () => {
  const harness = new SelfHarness();
  const { chain } = harness;
  chain.safeDepth = 60;
  await harness.settle(harness.request(LONG));
  const { minedAs } = harness.book.rows.get(0)!;
  // Long after it was signed, its block goes, and the process just after it wrote so.
  await harness.timers.pass(30_000);
  chain.reorganise(chain.blocks.length - 1);
  chain.swallows = 100;
  await harness.live(3);
  expect(harness.book.rows.get(0)).toMatchObject({ state: 'open', vanishedAs: minedAs });
  await harness.settler.close();

  harness.boot().start();
  await harness.live(4);
  chain.swallows = 0;
  await harness.live(6);

  expect(harness.book.rows.get(0)).toMatchObject({ state: 'mined', minedAs, attempts: [expect.anything()] });
  expect(harness.paid).toBe(1_000n);
});

it('after its confirmations: no payment is called settled before it has them again', async () => {
  const harness = new SelfHarness({ confirmations: 3 });
  harness.chain.safeDepth = 60;
  const request = harness.request(LONG);
  expect(await harness.settle(request, 20_000)).toMatchObject({ kind: 'settled' });
  const before = harness.chain.blocks.length;
  harness.chain.reorganise(before - 1);
  const { raw } = harness.book.rows.get(0)!.attempts[0]!;
  await harness.chain.broadcast(raw);
  harness.chain.mine();

  const again = harness.settler.settle({ ...request, isRepeat: true }, 20_000);
  const isResolved = await Promise.race([again, harness.timers.pass(300).then(() => 'not yet')]);
  expect(isResolved).toBe('not yet');
  await harness.live(8);
  expect(await again).toMatchObject({ kind: 'settled' });
});

it('for good: who keeps the payments hears which transfer was never made, again until he has', async () => {
  const harness = new SelfHarness();
  const heard: string[] = [];
  const answers = ['away', 'unproven', 'known'];
  const onFailed = async ({ nonce }: { readonly nonce: string }) => {
    const answer = answers.shift();
    if (answer === 'away') throw new Error('the ledger is away');
    heard.push(`${answer} ${nonce}`);
    return answer === 'known';
  };
  harness.boot({ onFailed });
  harness.chain.safeDepth = 30;
  const request = harness.request();
  expect(await harness.settle(request)).toMatchObject({ kind: 'settled' });
  harness.chain.reorganise(harness.chain.blocks.length - 1);
  harness.chain.timestamp += 100;
  harness.chain.safeDepth = 1;
  await harness.live(60);

  expect(harness.paid).toBe(0n);
  expect(heard).toEqual(['unproven', 'known'].map((answer) => `${answer} ${request.expected.nonce}`));
  expect(harness.book.rows.get(0)).toMatchObject({ state: 'final' });
});

it('deeper than what was final: the same bytes go out again as soon as a later one waits behind them', async () => {
  const harness = new SelfHarness();
  const { chain } = harness;
  for (let count = 1; count <= 2; count++) await harness.settle(harness.request(LONG));
  await harness.live(60);
  expect([...harness.book.rows.values()].map(({ state }) => state)).toEqual(['final', 'final']);
  const signed = [...harness.book.rows.values()].map(({ attempts }) => attempts[0]!.hash);
  chain.reorganise(chain.blocks.length - 1);
  expect(harness.paid).toBe(0n);

  const outcome = harness.settler.settle(harness.request(LONG), 120_000);
  await harness.live(90);

  expect(await outcome).toMatchObject({ kind: 'settled' });
  expect(harness.paid).toBe(3_000n);
  expect([0, 1].map((nonce) => harness.book.rows.get(nonce)!.minedAs)).toEqual(signed);
  expect(harness.eventsOf('transaction_vanished')).toHaveLength(2);
});

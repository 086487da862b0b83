import { changed } from '../testing/gate-harness';
import { SelfHarness, TEST_GAS_WALLET } from '../testing/self-harness';
import { readSigned } from './gas-wallet';

describe('a transaction that no block takes', () => {
  it('is replaced under its own nonce by one that bids more, until a block takes one of them', async () => {
    const harness = new SelfHarness();
    const request = harness.request({ validBefore: 4_000_000_000n });
    void harness.settler.settle(request);
    await harness.timers.pass(500);
    harness.chain.baseFee = 5_000n;
    await harness.live(40);

    const [row] = harness.book.rows.values();
    expect(row!.attempts.length).toBeGreaterThan(1);
    expect(row!.minedAs).toBe(row!.attempts[row!.attempts.length - 1]!.hash);
    expect(new Set(harness.book.rows.keys())).toEqual(new Set([0]));
    expect(await harness.settle({ ...request, isRepeat: true })).toMatchObject({
      kind: 'settled',
      transaction: row!.minedAs,
    });
    expect(harness.paid).toBe(1_000n);
  });

  it('bids no more than the cap, and then it is reported', async () => {
    const harness = new SelfHarness({ feeMaxWei: 4_000n });
    void harness.settler.settle(harness.request({ validBefore: 4_000_000_000n }));
    await harness.timers.pass(500);
    harness.chain.baseFee = 5_000n;
    await harness.live(90);

    const [row] = harness.book.rows.values();
    for (const { raw } of row!.attempts) expect(readSigned(raw).fees.maxFeePerGas).toBeLessThanOrEqual(4_000n);
    const reported = harness.eventsOf('transaction_stuck').length;
    expect(reported).toBeGreaterThan(0);
    expect(reported).toBeLessThanOrEqual(2);
    harness.chain.baseFee = 1_000n;
    await harness.live(10);
    expect(harness.paid).toBe(1_000n);
  });

  it('gives way to an empty one when the window of its transfers is over', async () => {
    const harness = new SelfHarness();
    void harness.settler.settle(harness.request());
    await harness.timers.pass(500);
    harness.chain.baseFee = 2_000_000n;
    await harness.live(80);
    expect(harness.eventsOf('transaction_stuck').length).toBeGreaterThan(0);
    harness.chain.baseFee = 3_000n;
    await harness.live(10);

    const [row] = harness.book.rows.values();
    const last = readSigned(row!.attempts[row!.attempts.length - 1]!.raw).call;
    expect(last).toMatchObject({ to: TEST_GAS_WALLET.address, data: '0x' });
    expect(harness.paid).toBe(0n);
  });

  it('is handed over again when the node forgot it', async () => {
    const harness = new SelfHarness();
    harness.chain.swallows = 2;
    const outcome = harness.settler.settle(harness.request(), 30_000);
    await harness.live(14);

    expect(await outcome).toMatchObject({ kind: 'settled', transaction: harness.chain.taken[0] });
    expect(new Set(harness.chain.taken).size).toBe(1);
  });

  it('that waits behind nonces nobody signed for gets them filled', async () => {
    const harness = new SelfHarness();
    const { chain } = harness;
    const lying = changed(chain, { countOf: async () => 3 });
    harness.boot({ node: lying, hasDuties: false });
    void harness.settler.settle(harness.request({ validBefore: 4_000_000_000n }));
    await harness.timers.pass(500);
    expect([...harness.book.rows.keys()]).toEqual([3]);

    harness.boot().start();
    await harness.live(30);
    expect(harness.paid).toBe(1_000n);
    expect([...harness.book.rows.keys()].sort()).toEqual([0, 1, 2, 3]);
  });
});

describe('a block that vanishes', () => {
  it('before its answer left: the same bytes go out again, and the same hash settles', async () => {
    const harness = new SelfHarness({ confirmations: 2 });
    const outcome = harness.settler.settle(harness.request(), 30_000);
    await harness.live(2);
    harness.chain.reorganise(1);
    await harness.live(10);

    expect(await outcome).toMatchObject({ kind: 'settled', transaction: harness.chain.taken[0] });
    expect(harness.paid).toBe(1_000n);
  });

  it('after that: it is reported, and put there again', async () => {
    const harness = new SelfHarness();
    harness.chain.safeDepth = 30;
    const request = harness.request({ validBefore: 4_000_000_000n });
    const settled = await harness.settle(request);
    const depth = harness.chain.blocks.length - harness.chain.blocks.findIndex(({ receipts }) => receipts.length > 0);
    harness.chain.reorganise(depth);
    expect(harness.paid).toBe(0n);
    await harness.live(40);

    expect(harness.eventsOf('transaction_vanished')).toHaveLength(1);
    expect(harness.paid).toBe(1_000n);
    expect(await harness.settle({ ...request, isRepeat: true })).toEqual(settled);
  });
});

describe('a process that ends', () => {
  it('in order asks neither node nor book any more, and leaves what waits to the next', async () => {
    const harness = new SelfHarness();
    const request = harness.request({ validBefore: 4_000_000_000n });
    const lost = harness.settler.settle(request, 3_000);
    await harness.timers.pass(500);
    await harness.settler.close();
    harness.chain.faults.set('head', 'fail');
    await harness.timers.pass(5_000);
    expect(await lost).toMatchObject({ kind: 'pending' });
    expect(harness.events.map(({ event }) => event)).toEqual(['transaction_sent']);

    harness.chain.faults.clear();
    harness.boot().start();
    await harness.live(4);
    expect(harness.paid).toBe(1_000n);
  });

  it('between writing and broadcasting: the next one broadcasts, and nothing is made twice', async () => {
    const harness = new SelfHarness();
    const { chain } = harness;
    const request = harness.request();
    harness.boot({
      node: changed(chain, { broadcast: () => new Promise(() => undefined) }),
      hasDuties: false,
    });
    const lost = harness.settler.settle(request, 2_000);
    await harness.timers.pass(3_000);
    expect(await lost).toMatchObject({ kind: 'pending' });
    expect(chain.taken).toHaveLength(0);

    harness.boot().start();
    expect(await harness.settle({ ...request, isRepeat: true })).toMatchObject({ kind: 'settled' });
    expect(chain.taken).toHaveLength(1);
    expect(harness.paid).toBe(1_000n);
  });

  it('leaves a book that two others can go on with, each with nonces of its own', async () => {
    const harness = new SelfHarness();
    const [one, other] = [harness.boot(), harness.boot({ hasDuties: false })];
    const outcomes = [1, 2, 3, 4].map((count) => (count % 2 ? one : other).settle(harness.request()));
    await harness.live(6);

    expect((await Promise.all(outcomes)).every(({ kind }) => kind === 'settled')).toBe(true);
    expect(harness.paid).toBe(4_000n);
    expect([...harness.book.rows.keys()]).toEqual([0, 1]);
  });

  it('whose book cannot be written leaves doubt', async () => {
    const harness = new SelfHarness();
    harness.boot({
      book: changed(harness.book, {
        add: () => Promise.reject(new Error('SQLITE_IOERR')),
      }),
    });

    expect(await harness.settle(harness.request())).toMatchObject({ kind: 'unknown' });
    expect(harness.eventsOf('transaction_book_failed')).toHaveLength(1);
  });
});

describe('a book of an earlier day, as a restore leaves it', () => {
  /** Sells once, keeps the book, and begins another sale that the kept book does not know. */
  async function restored() {
    const harness = new SelfHarness();
    await harness.settle(harness.request());
    await harness.live(2);
    const kept = new Map([...harness.book.rows].map(([nonce, row]) => [nonce, { ...row }]));
    const lost = harness.request({ validBefore: 4_000_000_000n });
    void harness.settler.settle(lost);
    await harness.timers.pass(500);
    await harness.settler.close();
    harness.book.rows.clear();
    for (const [nonce, row] of kept) harness.book.rows.set(nonce, row);
    harness.boot().start();
    return { harness, lost };
  }

  it('signs after what waits at the node, so that nothing of before is outbid', async () => {
    const { harness } = await restored();

    expect(await harness.settle(harness.request())).toMatchObject({ kind: 'settled' });
    expect([...harness.book.rows.keys()]).toEqual([0, 2]);
    expect(harness.paid).toBe(3_000n);
  });

  it('pays once for a payment that it forgot and is asked for again', async () => {
    const { harness, lost } = await restored();

    expect(await harness.settle(lost)).toMatchObject({ kind: 'unknown' });
    expect(await harness.settle({ ...lost, isRepeat: true })).toMatchObject({ kind: 'nonce_used' });
    expect(harness.paid).toBe(2_000n);
  });

  it('goes on where its open transaction was replaced by one that it does not know', async () => {
    const harness = new SelfHarness();
    const request = harness.request({ validBefore: 4_000_000_000n });
    void harness.settler.settle(request);
    await harness.timers.pass(500);
    const kept = structuredClone(harness.book.rows.get(0)!);
    harness.chain.baseFee = 5_000n;
    await harness.live(40);
    expect(harness.book.rows.get(0)!.attempts.length).toBeGreaterThan(1);
    await harness.settler.close();
    harness.book.rows.set(0, kept);

    harness.boot().start();
    await harness.live(20);
    expect(harness.book.rows.get(0)).toMatchObject({ state: 'foreign' });
    expect(await harness.settle({ ...request, isRepeat: true })).toMatchObject({ kind: 'nonce_used' });
    expect(harness.paid).toBe(1_000n);
  });
});

it('a nonce that somebody else used is reported, and its transfer can be made again', async () => {
  const harness = new SelfHarness();
  const { outcome: first, request } = await harness.nonceTakenByOthers();
  await harness.live(20);

  expect(await first).toMatchObject({ kind: 'unknown' });
  expect(harness.eventsOf('gas_wallet_shared')).toHaveLength(1);
  expect(await harness.settle({ ...request, isRepeat: true })).toMatchObject({ kind: 'settled' });
  expect(harness.paid).toBe(1_000n);
});

it.each([
  ['as soon as it is known', 2, [false, false, false]],
  ['after some looks, if it is never known', Infinity, [false, false, false, false, true]],
])(
  'of a nonce that another transaction took, what became of its transfer is reported %s',
  async (_when, later, reported) => {
    const harness = new SelfHarness();
    const looks: { readonly isLast: boolean; readonly atMs: number }[] = [];
    const onFailed = async (_transfer: unknown, isLast: boolean) =>
      looks.push({ isLast, atMs: harness.clock.monotonic() }) > later;
    harness.boot({ onFailed });
    await harness.nonceTakenByOthers();
    await harness.live(60);

    expect(looks.map(({ isLast }) => isLast)).toEqual(reported);
    for (const [at, { atMs }] of looks.slice(1).entries()) expect(atMs - looks[at]!.atMs).toBeGreaterThan(3_000);
    expect(harness.book.rows.get(0)).toMatchObject({ state: 'foreign' });
    expect(harness.eventsOf('gas_wallet_shared')).toHaveLength(1);
  },
);

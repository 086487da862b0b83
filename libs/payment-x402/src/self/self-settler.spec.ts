import { changed } from '../testing/gate-harness';
import { SelfHarness, TEST_GAS_WALLET } from '../testing/self-harness';
import { TEST_WALLET } from '../testing/sign-test-payment';
import type { TransactionBook } from './transaction-book';

const OTHER_KEY = `0x${'6e'.repeat(32)}`;

describe('one transfer', () => {
  it('is verified, written down, broadcast and settled with the hash of its transaction', async () => {
    const harness = new SelfHarness();
    const request = harness.request();
    const order: string[] = [];
    const { book, chain } = harness;
    harness.boot({
      book: changed<TransactionBook>(book, {
        add: async (...args) => {
          const added = await book.add(...args);
          order.push('written');
          return added;
        },
      }),
      node: changed(chain, {
        broadcast: async (raw) => {
          order.push('broadcast');
          return chain.broadcast(raw);
        },
      }),
    });

    expect(await harness.settler.verify(request)).toEqual({ kind: 'verified' });
    const outcome = await harness.settle(request);

    expect(outcome).toEqual({
      kind: 'settled',
      transaction: chain.taken[0],
      payer: request.expected.payer,
      network: request.expected.network,
    });
    expect(order).toEqual(['written', 'broadcast']);
    expect(harness.paid).toBe(1_000n);
    expect(harness.mined).toEqual([{ costWei: 80_000n * 1_010n, paid: 1 }]);
  });

  it('that was made already is answered again without a second transaction', async () => {
    const harness = new SelfHarness();
    const request = harness.request();
    const first = await harness.settle(request);

    expect(await harness.settle({ ...request, isRepeat: true })).toEqual(first);
    expect(await harness.settler.verify(request)).toMatchObject({ kind: 'refused', code: 'payment_replayed' });
    expect(harness.chain.taken).toHaveLength(1);
  });

  it('is counted as open, with its age, until it is settled', async () => {
    const harness = new SelfHarness({ confirmations: 3 });
    expect(harness.settler.status()).toMatchObject({ open: 0, oldestSeconds: 0 });
    const outcome = harness.settler.settle(harness.request());
    await harness.live(4);

    const { open, oldestSeconds } = harness.settler.status();
    expect(open).toBe(1);
    expect(oldestSeconds).toBeGreaterThan(0);
    expect(oldestSeconds).toBeLessThan(60);
    await harness.live(2);
    await outcome;
    await harness.live(40);
    expect(harness.settler.status()).toMatchObject({ open: 0, oldestSeconds: 0 });
  });

  it('without a readable authorization, or with one of another payment, is refused at once', async () => {
    const harness = new SelfHarness();
    const request = harness.request();
    const other = { ...request.expected, nonce: `0x${'99'.repeat(32)}` };

    for (const wrong of [
      { ...request, paymentPayload: {} },
      { ...request, expected: other },
    ])
      expect(await harness.settler.verify(wrong)).toMatchObject({
        kind: 'refused',
        code: 'payment_invalid',
        reason: 'invalid_payload',
      });
    expect(harness.chain.taken).toEqual([]);
  });

  it('waits for as many blocks as the operator wants', async () => {
    const harness = new SelfHarness({ confirmations: 3 });
    const outcome = harness.settler.settle(harness.request());
    let isOver = false;
    void outcome.then(() => (isOver = true));

    await harness.live(4);
    expect(isOver).toBe(false);
    await harness.live(2);
    expect(await outcome).toMatchObject({ kind: 'settled' });
  });

  it.each([
    ['an empty purse', { purse: 0n }, { code: 'payment_invalid', byFunds: true }],
    ['a window that is nearly over', { validBefore: 3 }, { code: 'payment_expired' }],
    ['a signature of nobody', { signature: `0x${'11'.repeat(65)}` }, { code: 'payment_invalid' }],
    [
      'another recipient',
      { to: `0x${'12'.repeat(20)}` },
      { code: 'payment_wrong_payto', reason: 'recipient_mismatch' },
    ],
  ])('with %s is refused before anything is sent', async (_what, { purse, validBefore, ...change }: Wrong, refusal) => {
    const harness = new SelfHarness();
    if (purse !== undefined) harness.fund(TEST_WALLET.address, purse);
    const ends = BigInt(Math.floor(harness.clock.now() / 1_000) + (validBefore ?? 60));
    const request = harness.request({ ...change, validBefore: ends });

    expect(await harness.settler.verify(request)).toMatchObject({ kind: 'refused', ...refusal });
    if (validBefore === undefined) expect(await harness.settle(request)).toMatchObject({ kind: 'refused' });
    expect(harness.book.rows.size).toBe(0);
  });

  it('is refused while another transaction takes what its payer has', async () => {
    const harness = new SelfHarness();
    harness.fund(TEST_WALLET.address, 1_500n);
    const [first, second] = [harness.request(), harness.request()];
    void harness.settler.settle(first);
    await harness.timers.pass(500);

    const late = harness.settler.settle(second);
    await harness.timers.pass(500);
    expect(await late).toMatchObject({ kind: 'refused', reason: 'insufficient_funds' });
    expect(harness.chain.taken).toHaveLength(1);
  });
});

interface Wrong {
  readonly purse?: bigint;
  readonly validBefore?: number;
  readonly signature?: string;
  readonly to?: string;
}

describe('several transfers', () => {
  it('that wait at one time share a transaction', async () => {
    const harness = new SelfHarness();
    const outcomes = [1, 2, 3].map(() => harness.settler.settle(harness.request()));
    await harness.live(4);

    const settled = await Promise.all(outcomes);
    expect(settled).toMatchObject([{ kind: 'settled' }, { kind: 'settled' }, { kind: 'settled' }]);
    expect(harness.sent).toEqual([3]);
    expect(harness.paid).toBe(3_000n);
  });

  it('are no more than a bundle holds', async () => {
    const harness = new SelfHarness();
    for (let count = 0; count < 7; count++) void harness.settler.settle(harness.request());
    await harness.live(4);

    expect(harness.sent).toEqual([5, 2]);
    expect(harness.paid).toBe(7_000n);
  });

  it('are each judged by their own events: one that fails is in doubt, the others are settled', async () => {
    const harness = new SelfHarness();
    harness.fund(walletOf(OTHER_KEY), 1_000n);
    const requests = [harness.request(), harness.request({ wallet: { privateKey: OTHER_KEY } }), harness.request()];
    const outcomes = requests.map((request) => harness.settler.settle(request));
    await harness.timers.pass(500);
    harness.fund(walletOf(OTHER_KEY), 0n);
    await harness.live(4);

    expect(await Promise.all(outcomes)).toMatchObject([{ kind: 'settled' }, { kind: 'unknown' }, { kind: 'settled' }]);
    expect(harness.eventsOf('transfer_failed')).toHaveLength(1);
  });

  it('of which one would fail leave without it', async () => {
    const harness = new SelfHarness();
    const poor = harness.request({ wallet: { privateKey: OTHER_KEY } });
    const outcomes = [harness.request(), poor, harness.request()].map((request) => harness.settler.settle(request));
    await harness.live(4);

    expect(await Promise.all(outcomes)).toMatchObject([
      { kind: 'settled' },
      { kind: 'refused', byFunds: true },
      { kind: 'settled' },
    ]);
    expect(harness.sent).toEqual([2]);
  });

  it('go one by one where the chain has no Multicall3', async () => {
    const harness = new SelfHarness();
    harness.chain.hasMulticall = false;
    const outcomes = [1, 2].map(() => harness.settler.settle(harness.request()));
    await harness.live(4);

    expect(await Promise.all(outcomes)).toMatchObject([{ kind: 'settled' }, { kind: 'settled' }]);
    expect(harness.sent).toEqual([1, 1]);
  });
});

describe('time that is over', () => {
  it('before anything was written: not sent, and never sent later', async () => {
    const harness = new SelfHarness();
    harness.chain.faults.set('try', 'stall');
    const outcome = harness.settler.settle(harness.request(), 3_000);
    await harness.timers.pass(4_000);

    expect(await outcome).toMatchObject({ kind: 'not_sent' });
    expect(harness.book.rows.size).toBe(0);
  });

  it('after that: pending, and settled when it is asked again', async () => {
    const harness = new SelfHarness();
    const request = harness.request();
    const first = harness.settler.settle(request, 3_000);
    await harness.timers.pass(4_000);
    expect(await first).toMatchObject({ kind: 'pending' });

    expect(await harness.settle(request)).toMatchObject({ kind: 'settled' });
    expect(harness.chain.taken).toHaveLength(1);
  });

  it('of a node that fails: not sent', async () => {
    const harness = new SelfHarness();
    harness.chain.faults.set('countOf', 'fail');

    expect(await harness.settle(harness.request())).toMatchObject({ kind: 'not_sent' });
    expect(await harness.settler.verify(harness.request())).toMatchObject({ kind: 'verified' });
    harness.chain.faults.set('etherOf', 'fail');
    expect(await harness.settler.verify(harness.request())).toMatchObject({ kind: 'verified' });
    harness.clock.advance(60_000);
    expect(await harness.settler.verify(harness.request())).toMatchObject({ kind: 'unavailable' });
  });
});

describe('ether and fees', () => {
  it('too little for one more transaction at the cap: nothing is taken', async () => {
    const harness = new SelfHarness({ balanceMinWei: 10n ** 17n });
    harness.chain.state.ether.set(TEST_GAS_WALLET.address, 10n ** 17n - 1n);

    expect(await harness.settler.verify(harness.request())).toEqual({
      kind: 'unavailable',
      reason: 'the gas wallet is low',
      isAnswered: true,
    });
    expect(await harness.settle(harness.request())).toEqual({ kind: 'not_sent', reason: 'the gas wallet is low' });
    expect(harness.chain.taken).toHaveLength(0);
  });

  it('what is promised to transactions under way counts as spent', async () => {
    const harness = new SelfHarness({ balanceMinWei: 10n ** 12n });
    harness.chain.state.ether.set(TEST_GAS_WALLET.address, 10n ** 12n + 1n);
    void harness.settler.settle(harness.request());
    await harness.timers.pass(1_000);

    expect((await harness.settler.look()).state).toBe('low');
    await harness.live(4);
    harness.chain.state.ether.set(TEST_GAS_WALLET.address, 10n ** 12n + 1n);
    expect((await harness.settler.look()).state).toBe('ok');
  });

  it('above half of the cap: nothing is taken, and nothing is bid above the cap', async () => {
    const harness = new SelfHarness();
    harness.chain.baseFee = 500_001n;

    const reason = 'fees are above the cap';
    expect(await harness.settler.verify(harness.request())).toMatchObject({ kind: 'unavailable', reason });
    expect(await harness.settle(harness.request())).toEqual({ kind: 'not_sent', reason });
  });
});

function walletOf(privateKey: string): string {
  return new SelfHarness().request({ wallet: { privateKey } }).expected.payer;
}

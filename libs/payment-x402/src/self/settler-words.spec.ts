import { SelfHarness } from '../testing/self-harness';
import { WaitingTransfer } from './waiting-transfer';
import type { PlannedTransfer } from './transfer-call';

const refused = (code: string, reason: string) => ({ kind: 'refused', code, reason });

describe('what a wallet of ours says of a payment', () => {
  it.each<[string, object, object]>([
    ['of another value', { value: 1_001n }, refused('payment_underpaid', 'authorization_value')],
    ['to somebody else', { payTo: `0x${'12'.repeat(20)}` }, refused('payment_wrong_payto', 'recipient_mismatch')],
    ['of another payer', { payer: `0x${'12'.repeat(20)}` }, refused('payment_invalid', 'invalid_payload')],
    ['with another nonce', { nonce: `0x${'12'.repeat(32)}` }, refused('payment_invalid', 'invalid_payload')],
  ])('%s than it is said to be', async (_what, expected, verdict) => {
    const harness = new SelfHarness();
    const request = harness.request();
    const wrong = { ...request, expected: { ...request.expected, ...expected } };

    expect(await harness.settler.verify(wrong)).toStrictEqual(verdict);
    expect(await harness.settler.settle(wrong)).toStrictEqual(verdict);
  });

  it.each([
    [6, { kind: 'verified' }],
    [5, refused('payment_expired', 'authorization_valid_before')],
  ])('that ends in %d seconds', async (seconds, verdict) => {
    const harness = new SelfHarness();
    const validBefore = BigInt(Math.floor(harness.clock.now() / 1_000) + seconds);

    expect(await harness.settler.verify(harness.request({ validBefore }))).toStrictEqual(verdict);
  });

  it('whose nonce is spent', async () => {
    const harness = new SelfHarness();
    const request = harness.request();
    await harness.settle(request);

    expect(await harness.settler.verify(request)).toStrictEqual(refused('payment_replayed', 'nonce_already_used'));
  });

  it.each<[string, (harness: SelfHarness) => void, string]>([
    ['it has no ether', ({ chain }) => chain.state.ether.clear(), 'the gas wallet is low'],
    ['fees are high', ({ chain }) => void (chain.baseFee = 500_000n), 'fees are above the cap'],
  ])('while %s', async (_what, disturb, reason) => {
    const harness = new SelfHarness();
    disturb(harness);

    expect(await harness.settler.verify(harness.request())).toStrictEqual({
      kind: 'unavailable',
      reason,
      isAnswered: true,
    });
    expect(await harness.settle(harness.request())).toStrictEqual({ kind: 'not_sent', reason });
    expect(harness.book.rows.size).toBe(0);
  });

  it('while no node answers, and again once one does', async () => {
    const harness = new SelfHarness();
    const { name, evidence } = harness.settler;
    const stateNow = () => [harness.settler.health(), harness.settler.states()[0]!.state];
    expect([name, evidence, ...stateNow()]).toEqual(['self', 'chain', 'unused', 'unused']);
    harness.chain.faults.set('head', 'fail');

    expect(await harness.settler.verify(harness.request())).toStrictEqual({
      kind: 'unavailable',
      reason: 'head failed',
    });
    expect(stateNow()).toEqual(['failing', 'failing']);
    expect(await harness.settle(harness.request())).toStrictEqual({ kind: 'not_sent', reason: 'no node took part' });
    harness.chain.faults.clear();
    expect(await harness.settler.verify(harness.request())).toStrictEqual({ kind: 'verified' });
    expect(stateNow()).toEqual(['ok', 'ok']);
    expect(harness.settler.states()).toEqual([
      { name: 'self', state: 'ok', breaker: 'closed', supports: { v1: true, v2: true } },
    ]);
  });

  it('in time: it was not sent where no transaction carries it, and else it is under way', async () => {
    const harness = new SelfHarness({ bundleMs: 5_000 });
    const early = harness.settler.settle(harness.request(), 1_000);
    await harness.timers.pass(1_000);
    expect(await early).toStrictEqual({ kind: 'not_sent', reason: 'no transaction could be made in time' });

    const late = harness.settler.settle(harness.request(), 8_000);
    await harness.timers.pass(8_000);
    expect(await late).toStrictEqual({ kind: 'pending', reason: 'its transaction is not confirmed yet' });
    expect(harness.sent).toEqual([1]);
  });

  it('that the book cannot look up', async () => {
    const harness = new SelfHarness();
    harness.book.carrying = () => Promise.reject(new Error('the disk'));

    expect(await harness.settle(harness.request())).toStrictEqual({ kind: 'unknown', reason: 'the disk' });
    expect(harness.book.rows.size).toBe(0);
  });
});

describe('what is logged of a transaction', () => {
  it('is that it was sent, and that it stands in a block', async () => {
    const harness = new SelfHarness();
    await harness.settle(harness.request());
    const [transaction] = harness.chain.taken;

    expect(harness.events).toEqual([
      { level: 'info', event: 'transaction_sent', nonce: 0, transaction },
      { level: 'info', event: 'transaction_mined', nonce: 0, transaction },
    ]);
  });

  it('is that no node took it yet', async () => {
    const harness = new SelfHarness();
    harness.chain.faults.set('broadcast', 'fail');
    void harness.settler.settle(harness.request(), 60_000);
    await harness.timers.pass(500);

    expect(harness.events.at(-1)).toEqual({
      level: 'warn',
      event: 'gas_node_failed',
      nonce: 0,
      reason: 'broadcast failed',
    });
    harness.chain.faults.clear();
    await harness.live(10);
    expect(harness.paid).toBe(1_000n);
  });

  it('is that it was replaced, and by which', async () => {
    const harness = new SelfHarness();
    harness.chain.swallows = 100;
    void harness.settler.settle(harness.request({ validBefore: 4_000_000_000n }), 60_000);
    await harness.timers.pass(13_500);

    expect(harness.events.filter(({ level }) => level !== 'info')).toEqual([
      {
        level: 'warn',
        event: 'transaction_replaced',
        nonce: 0,
        transaction: harness.book.rows.get(0)!.attempts[1]!.hash,
      },
    ]);
  });
});

it('of two calls for one transfer the one that waits on gets its outcome, whatever the other one did', async () => {
  const harness = new SelfHarness();
  const request = harness.request();
  const impatient = harness.settler.settle(request, 1_500);
  await harness.timers.pass(500);
  const patient = harness.settler.settle({ ...request, isRepeat: true }, 60_000);
  await harness.timers.pass(1_500);
  expect(await impatient).toMatchObject({ kind: 'pending' });

  await harness.live(4);

  expect(await patient).toMatchObject({ kind: 'settled', transaction: harness.chain.taken[0] });
  expect(harness.sent).toEqual([1]);
});

describe('a transfer that waits', () => {
  const create = () => new WaitingTransfer({} as PlannedTransfer);

  it('is free until it is written down, and again where it was not', () => {
    const waiting = create();
    const seen = [waiting.isFree];
    for (const step of [
      () => waiting.commit(),
      () => waiting.commit(),
      () => waiting.release(),
      () => waiting.release(),
    ])
      seen.push((step(), waiting.isFree));

    expect(seen).toEqual([true, false, false, true, true]);
  });

  it.each(['commit', 'release'] as const)(
    'is free never more once it has its outcome, whatever follows (%s)',
    async (step) => {
      const waiting = create();
      waiting.conclude({ kind: 'unknown', reason: 'first' });
      waiting[step]();
      waiting.expire();

      expect(waiting.isFree).toBe(false);
      expect(await waiting.outcome).toEqual({ kind: 'unknown', reason: 'first' });
    },
  );
});

import { Wallet } from 'ethers';
import type { VerifyOutcome } from '../facilitator/facilitator';
import { GateHarness, type CallOutcome } from '../testing/gate-harness';
import { MemoryLedger } from '../testing/memory-ledger';
import type { TestPayment } from '../testing/sign-test-payment';

const BOGUS = `0x${'11'.repeat(64)}1b`;
/** Longer than 65 bytes, as that of a wallet that is a contract: only the facilitator can judge it. */
const OF_A_CONTRACT = `0x${'22'.repeat(96)}`;
const NO_FUNDS: VerifyOutcome = {
  kind: 'refused',
  code: 'payment_invalid',
  reason: 'insufficient_funds',
  byFunds: true,
};

interface Watched {
  readonly harness: GateHarness;
  /** Calls to verify so far, and the most at once. */
  calls(): number;
  most(): number;
}

/** A gate whose facilitator takes its time to verify, and says what it is asked to say of a payment. */
async function watched(verdict: (payload: TestPayment['payload']) => VerifyOutcome): Promise<Watched> {
  const harness = await GateHarness.create({
    create: () => new MemoryLedger(),
    reopen: (boot) => new MemoryLedger(boot),
  });
  let [calls, under, most] = [0, 0, 0];
  harness.facilitator.verify = async ({ paymentPayload }) => {
    calls++;
    most = Math.max(most, ++under);
    await new Promise((resolve) => setTimeout(resolve, 5));
    under--;
    return verdict(paymentPayload as TestPayment['payload']);
  };
  return { harness, calls: () => calls, most: () => most };
}

const signatureOf = (payload: TestPayment['payload']): string =>
  (payload['payload'] as { signature: string }).signature;
const unlessBogus = (payload: TestPayment['payload']): VerifyOutcome =>
  signatureOf(payload) === BOGUS
    ? { kind: 'refused', code: 'payment_invalid', reason: 'invalid_signature' }
    : { kind: 'verified' };

const callAll = (harness: GateHarness, payments: readonly TestPayment[]): Promise<CallOutcome[]> =>
  Promise.all(payments.map((payment) => harness.call({ payment })));
const tally = (seen: readonly CallOutcome[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const one of seen) {
    const name = typeof one === 'string' ? one : 'paid';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

describe('a burst of payments of one client', () => {
  it('that are not signed by their payer costs five calls to the facilitator, and the rest waits', async () => {
    const { harness, calls } = await watched(unlessBogus);

    const seen = await callAll(
      harness,
      times(200, () => harness.sign({ signature: BOGUS })),
    );

    expect(calls()).toBe(5);
    expect(tally(seen)).toEqual({ payment_invalid: 5, rate_limited: 195 });
    expect(harness.locks.count).toBe(0);
  });

  it('that are truly signed, each by another empty purse, costs no more', async () => {
    const { harness, calls } = await watched(() => NO_FUNDS);

    const seen = await callAll(
      harness,
      times(200, () => harness.sign({ wallet: Wallet.createRandom() })),
    );

    expect(calls()).toBe(5);
    expect(tally(seen)).toEqual({ payment_invalid: 5, rate_limited: 195 });
  });

  it('that are good are all sold, on a server that knows nobody', async () => {
    const { harness, calls } = await watched(unlessBogus);

    const seen = await callAll(
      harness,
      times(50, () => harness.sign()),
    );

    expect(tally(seen)).toEqual({ paid: 50 });
    expect(calls()).toBe(50);
  });

  it('of one purse wait for the first verdict alone: the others are let in by their signatures', async () => {
    const { harness, most } = await watched(unlessBogus);

    await callAll(
      harness,
      times(50, () => harness.sign()),
    );

    expect(most()).toBeGreaterThanOrEqual(40);
  });

  it('of wallets that are contracts are sold as well: five with the facilitator at once, and one more for every ten settled', async () => {
    const { harness, most } = await watched(unlessBogus);
    const seen = contractsWhileNoneSettles(harness, 50);
    const mostBefore = await seen.then(() => most());
    const later = await callAll(
      harness,
      times(50, () => harness.sign({ signature: OF_A_CONTRACT })),
    );

    expect([tally(await seen), mostBefore]).toEqual([{ paid: 50 }, 5]);
    expect(tally(later)).toEqual({ paid: 50 });
    expect(most()).toBeGreaterThanOrEqual(10);
    expect(most()).toBeLessThanOrEqual(15);
  });

  it('in the name of a payer whose purse was seen need slots all the same', async () => {
    const { harness, calls } = await watched(unlessBogus);
    await harness.call({ payment: harness.sign() });

    const seen = await callAll(
      harness,
      times(200, () => harness.sign({ signature: BOGUS })),
    );

    expect(calls()).toBe(1 + 5);
    expect(tally(seen)).toEqual({ payment_invalid: 5, rate_limited: 195 });
  });

  it('is trusted no more once one was refused', async () => {
    const { harness, most } = await watched(unlessBogus);
    for (const _ of times(20, () => 0)) await harness.call({ payment: harness.sign() });
    await harness.call({ payment: harness.sign({ signature: BOGUS }) });

    const seen = await contractsWhileNoneSettles(harness, 20);

    expect([tally(seen), most()]).toEqual([{ paid: 20 }, 4]);
  });
});

/** Sold while every settlement hangs until all are verified. */
async function contractsWhileNoneSettles(harness: GateHarness, count: number): Promise<CallOutcome[]> {
  let letGo = (): void => undefined;
  harness.facilitator.pause = new Promise((resolve) => (letGo = resolve));
  const selling = callAll(
    harness,
    times(count, () => harness.sign({ signature: OF_A_CONTRACT })),
  );
  const before = harness.facilitator.settleRequests.length;
  while (harness.facilitator.settleRequests.length < before + count) await new Promise((go) => setTimeout(go, 5));
  letGo();
  return selling;
}

describe('a slot', () => {
  it('is free again when the input turned out to be wrong, or the facilitator could not say', async () => {
    const { harness } = await watched(() => ({ kind: 'unavailable', reason: 'timeout' }));
    for (const _ of times(10, () => 0)) {
      const admission = await harness.admit({ payment: harness.sign() });
      if (admission.kind === 'admitted') admission.release();
    }
    const seen = await callAll(
      harness,
      times(20, () => harness.sign()),
    );

    expect(tally(seen)).toEqual({ facilitator_unavailable: 20 });
    expect(harness.locks.count).toBe(0);
  });

  it('of one client says nothing about another', async () => {
    const { harness } = await watched(unlessBogus);
    for (const _ of times(5, () => 0))
      await harness.admit({ payment: harness.sign({ wallet: Wallet.createRandom() }) });
    const waiting = harness.admit({ payment: harness.sign({ wallet: Wallet.createRandom() }) });

    const other = await harness.call({ payment: harness.sign({ wallet: Wallet.createRandom() }), client: '192.0.2.2' });

    expect(other).toMatchObject({ replayed: false });
    expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits');
  });
});

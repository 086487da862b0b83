import { LIMITS, systemClock, type Clock } from '@stackcheck/contract';
import { FixedClock } from '@stackcheck/contract/testing';
import type { FacilitatorRequest } from '@stackcheck/payment-x402/facilitator';
import { FakeFacilitator } from '@stackcheck/payment-x402/testing';
import { LimitedFacilitator } from './limited-facilitator';

let inner: FakeFacilitator;
let letGo: () => void;
let seen: string[];

beforeEach(() => {
  inner = new FakeFacilitator();
  inner.pause = new Promise((resolve) => (letGo = resolve));
  seen = [];
});

const request = (n: number): FacilitatorRequest => ({
  x402Version: 2,
  paymentPayload: {},
  paymentRequirements: {},
  expected: {
    network: 'eip155:84532',
    asset: `0x${'a'.repeat(40)}`,
    payer: `0x${'b'.repeat(40)}`,
    payTo: `0x${'c'.repeat(40)}`,
    value: 1n,
    nonce: `0x${String(n).padStart(64, '0')}`,
    validBefore: 1,
  },
});

const limited = (callsMax: number, queueMs: number, clock: Clock = systemClock): LimitedFacilitator =>
  new LimitedFacilitator(inner, {
    clock,
    callsMax,
    queueMs,
    observe: (call, outcome) => seen.push(`${call} ${outcome}`),
  });

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe('a facilitator with a cap', () => {
  test('gets no more calls at once than that; the others follow', async () => {
    const facilitator = limited(2, 5_000);

    const outcomes = [1, 2, 3, 4].map((n) => facilitator.settle(request(n)));
    await soon();
    expect(inner.settleRequests).toHaveLength(2);
    letGo();

    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(Array(4).fill('settled'));
  });

  test('a settle call that found no place in time was not sent, and is not sent later', async () => {
    const facilitator = limited(1, 30);
    const first = facilitator.settle(request(1));

    expect(await facilitator.settle(request(2))).toEqual({
      kind: 'not_sent',
      reason: 'too many calls wait for the facilitator',
    });
    expect(await facilitator.verify(request(3))).toEqual({
      kind: 'unavailable',
      reason: 'too many calls wait for the facilitator',
    });
    expect(seen).toEqual(['settle not_sent', 'verify unavailable']);
    letGo();
    await first;
    await soon();

    expect(inner.settleRequests).toHaveLength(1);
    expect(inner.transfers.size).toBe(1);
    expect(seen).toEqual(['settle not_sent', 'verify unavailable', 'settle settled']);
  });

  test.each([
    ['as it is given', 30, 30],
    ['two seconds where it is not given', undefined, 2_000],
  ])('how long a call waits for its place: %s', async (_, queueMs, waitsMs) => {
    jest.useFakeTimers();
    try {
      const options = { clock: systemClock, callsMax: 1, ...(queueMs === undefined ? {} : { queueMs }) };
      const facilitator = new LimitedFacilitator(inner, options);
      const first = facilitator.settle(request(1));
      let said: string | undefined;
      const second = facilitator.settle(request(2)).then(({ kind }) => (said = kind));

      await jest.advanceTimersByTimeAsync(waitsMs - 1);
      expect(said).toBeUndefined();
      await jest.advanceTimersByTimeAsync(1);
      expect(said).toBe('not_sent');
      letGo();
      await Promise.all([first, second]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('a verify call that found no place in time says nothing about the payment', async () => {
    const facilitator = limited(1, 30);
    const first = facilitator.settle(request(1));

    expect(await facilitator.verify(request(2))).toMatchObject({ kind: 'unavailable' });
    letGo();
    await first;
    expect(inner.verifyRequests).toHaveLength(0);
  });

  test('settlements go before verifications', async () => {
    const facilitator = limited(1, 5_000);
    const order: string[] = [];
    const first = facilitator.settle(request(1));
    const verify = facilitator.verify(request(2)).then(() => order.push('verify'));
    const settle = facilitator.settle(request(3)).then(() => order.push('settle'));

    letGo();
    await Promise.all([first, verify, settle]);

    expect(order).toEqual(['settle', 'verify']);
  });

  test('waiting is part of the time allowed', async () => {
    const clock = new FixedClock(0);
    const facilitator = limited(1, 5_000, clock);
    const allowed: (number | undefined)[] = [];
    const settle = inner.settle.bind(inner);
    inner.settle = (asked, timeoutMs?: number) => {
      allowed.push(timeoutMs);
      return settle(asked);
    };
    const first = facilitator.settle(request(1), 1_000);
    const second = facilitator.settle(request(2), 1_000);

    await soon();
    clock.advance(60);
    letGo();
    await Promise.all([first, second]);

    expect(allowed).toEqual([1_000, 940]);
  });

  test.each([
    ['what the facilitator is allowed, where nothing was said', undefined, 0, LIMITS.settleTimeoutMs],
    ['a moment still, where waiting took all of it', 1_000, 4_000, 1],
  ])('a settle call is allowed %s', async (_what, timeoutMs, waitedMs, allowedMs) => {
    const clock = new FixedClock(0);
    const facilitator = limited(1, 5_000, clock);
    const settle = jest.spyOn(inner, 'settle') as jest.SpyInstance<unknown, [FacilitatorRequest, number?]>;
    const first = facilitator.settle(request(1));
    const second = facilitator.settle(request(2), timeoutMs);

    clock.advance(waitedMs);
    letGo();
    await Promise.all([first, second]);

    expect(settle.mock.calls.at(-1)).toEqual([request(2), allowedMs]);
  });

  test('a call that got its place takes none from those that wait behind it', async () => {
    jest.useFakeTimers();
    try {
      const facilitator = limited(1, 30);
      const outcomes: string[] = [];
      const settle = (n: number): Promise<number> =>
        facilitator.settle(request(n)).then(({ kind }) => outcomes.push(`${n} ${kind}`));
      const hold = (): (() => void) => {
        let end!: () => void;
        inner.pause = new Promise((resolve) => (end = resolve));
        return end;
      };
      const [endFirst, first, second] = [hold(), settle(1), settle(2)];
      await jest.advanceTimersByTimeAsync(20);
      const endSecond = hold();
      endFirst();
      await jest.advanceTimersByTimeAsync(0);
      const third = settle(3);
      await jest.advanceTimersByTimeAsync(20);
      endSecond();
      await jest.advanceTimersByTimeAsync(30);
      await Promise.all([first, second, third]);

      expect(outcomes).toEqual(['1 settled', '2 settled', '3 settled']);
    } finally {
      jest.useRealTimers();
    }
  });

  test('one that gave up waiting leaves the others where they are', async () => {
    const facilitator = limited(1, 5_000);
    const first = facilitator.settle(request(1));
    const impatient = facilitator.settle(request(2), 10);
    const patient = facilitator.settle(request(3));

    expect(await impatient).toMatchObject({ kind: 'not_sent' });
    letGo();
    expect((await Promise.all([first, patient])).map(({ kind }) => kind)).toEqual(['settled', 'settled']);
    expect(inner.settleRequests.map(({ expected }) => expected.nonce.at(-1))).toEqual(['1', '3']);
  });

  test('who observes it learns how long a call took, waiting included', async () => {
    const clock = new FixedClock(0);
    const observed: unknown[] = [];
    const facilitator = new LimitedFacilitator(inner, {
      clock,
      callsMax: 2,
      observe: (...call) => observed.push(call),
    });
    const settling = facilitator.settle(request(1));
    await facilitator.verify(request(2));

    clock.advance(2_500);
    letGo();
    await settling;

    expect(observed).toEqual([
      ['verify', 'verified', 0],
      ['settle', 'settled', 2.5],
    ]);
  });

  test('a place is given back when a call breaks', async () => {
    const facilitator = limited(1, 30);
    letGo();
    inner.settleScript.push('throw');

    await expect(facilitator.settle(request(1))).rejects.toThrow('facilitator broke');

    expect((await facilitator.settle(request(2))).kind).toBe('settled');
  });

  test('is otherwise the facilitator itself', () => {
    const facilitator = limited(1, 30);

    expect([facilitator.name, facilitator.evidence, facilitator.health()]).toEqual(['fake', 'facilitator', 'ok']);
    expect(facilitator.states()).toEqual([]);
    const states = [{ name: 'fake', state: 'ok', breaker: 'open', supports: { v1: null, v2: true } }] as const;
    expect(
      new LimitedFacilitator(Object.assign(inner, { states: () => states }), {
        clock: systemClock,
        callsMax: 1,
      }).states(),
    ).toBe(states);
  });
});

import { systemClock, type Clock } from '@stackcheck/contract';
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
  });
});

import { ServiceError } from '@stackcheck/contract';
import { FixedClock } from '@stackcheck/contract/testing';
import type { ProcessorBudget } from '@stackcheck/payment-x402/checks';
import { RefusedAfterWaiting } from '../input/texts/refused-after-waiting';
import { ClientBudget } from './client-budget';

/** A clock that work moves, and what was spent by it. */
function budgetOf() {
  let nowMs = 0;
  let spentMs = 0;
  const spending = { spend: (ms: number) => (spentMs += ms), underWay() {}, giveBack() {}, end() {} };
  const budget = { begin: () => spending, waitSeconds: () => 0, awaitsOthers: () => false };
  const deps = {
    overload: { count() {}, retryAfterSeconds: () => 1 },
    budget: budget as unknown as ProcessorBudget,
    processorClock: { monotonic: () => nowMs },
  };
  return { budget: new ClientBudget(deps), pass: (ms: number) => void (nowMs += ms), spent: () => spentMs };
}

it.each([
  ['answered', (): object => ({ elsewhereMs: 10_000 })],
  [
    'refused',
    (): object => {
      throw new RefusedAfterWaiting('rate_limited', {}, 10_000);
    },
  ],
])('a client is not charged for the wait before it is %s', async (_how, end) => {
  const { budget, pass, spent } = budgetOf();
  const work = () => {
    pass(10_007);
    return end();
  };

  await budget.unpaid('client', work).catch(() => undefined);
  // With what every request takes.
  expect(spent()).toBeCloseTo(7.25);
});

it('a client has two at a time under way, and leaves the other places to others', async () => {
  const { budget } = budgetOf();
  let end!: () => void;
  const ended = new Promise<object>((resolve) => (end = () => resolve({})));
  const begun = ['one', 'one', 'two'].map((client) => budget.unpaid(client, () => ended));

  await expect(budget.unpaid('one', () => ended)).rejects.toMatchObject({
    code: 'rate_limited',
    detail: { message: 'two texts of this client are being read; send this one when they are answered' },
  });
  end();
  await Promise.all(begun);
  expect(await budget.unpaid('one', () => ({ kind: 'answered' }))).toEqual({ kind: 'answered' });
});

it.each([
  ['addresses of one /64 are one client', ['2001:db8::1', '2001:db8::2'], '2001:db8::3', '2001:db8:0:1::1'],
  [
    'a /48 leaves places to others',
    ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1', '2001:db8:0:4::1'],
    '2001:db8:0:5::1',
    '2001:db8:1::1',
  ],
  ['an IPv4 address in IPv6 is that address', ['192.0.2.1', '::ffff:192.0.2.1'], '192.0.2.1', '192.0.2.2'],
])('%s', async (_what, first, refused, other) => {
  const { budget } = budgetOf();
  let end!: () => void;
  const ended = new Promise<object>((resolve) => (end = () => resolve({})));
  const begun = [...first, other].map((client) => budget.unpaid(client, () => ended));

  await expect(budget.unpaid(refused, () => ended)).rejects.toMatchObject({ code: 'rate_limited' });
  end();
  await Promise.all(begun);
  expect(await budget.unpaid(refused, () => ({ kind: 'answered' }))).toEqual({ kind: 'answered' });
});

it('a client is charged for work that ends in any other refusal', async () => {
  const { budget, pass, spent } = budgetOf();
  const work = () => {
    pass(50);
    throw new ServiceError('bad_request');
  };

  await expect(budget.unpaid('client', work)).rejects.toThrow(ServiceError);
  expect(spent()).toBeCloseTo(50.25);
});

describe('work that is paid for', () => {
  /** A client that is over its budget until `after` of its other requests have ended. */
  function waiting({ after, wait = 3 }: { readonly after: number; readonly wait?: number }) {
    const clock = new FixedClock();
    let ended = 0;
    const isOver = (): boolean => ended < after;
    const budget = {
      waitSeconds: () => (isOver() ? wait : 0),
      awaitsOthers: () => isOver() && after < Infinity,
      afterAnother: (_client: string, then: () => void) => {
        if (after === Infinity) return undefined;
        queueMicrotask(() => {
          ended++;
          clock.advance(2_000);
          then();
        });
        return () => undefined;
      },
    };
    const deps = { overload: { count() {}, retryAfterSeconds: () => 7 }, processorClock: clock };
    const within = new ClientBudget({ ...deps, budget: budget as unknown as ProcessorBudget }).within('client');
    return { within, ended: () => ended };
  }

  it('begins at once within the budget', async () => {
    const { within, ended } = waiting({ after: 0 });

    await within;
    expect(ended()).toBe(0);
  });

  it('waits for others of its client while they may bring it back into its budget', async () => {
    const { within, ended } = waiting({ after: 3 });

    await within;
    expect(ended()).toBe(3);
  });

  it('is refused after eight seconds of that, and may come when the others are done', async () => {
    const { within, ended } = waiting({ after: 9 });

    await expect(within).rejects.toMatchObject({
      code: 'rate_limited',
      detail: {
        message: 'too many costly requests of this client are under way; this one was not charged',
        retryAfterSeconds: 7,
      },
    });
    expect(ended()).toBe(4);
  });

  it('is refused where nothing is under way that would help, for as long as the budget takes', async () => {
    await expect(waiting({ after: Infinity }).within).rejects.toMatchObject({
      code: 'rate_limited',
      detail: {
        message: 'requests of this client that were not paid for took too much processor time; nothing was charged',
        retryAfterSeconds: 3,
      },
    });
  });
});

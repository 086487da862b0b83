import { LIMITS } from '@stackcheck/contract';
import { FixedClock } from '@stackcheck/contract/testing';
import type { Facilitator } from '@stackcheck/payment-x402';
import type { SettleOutcome, VerifyOutcome } from '@stackcheck/payment-x402/facilitator';
import { REQUEST } from '../testing/sample-request';
import { PreferredFacilitators } from './preferred-facilitators';

const clock = new FixedClock();
const settled: SettleOutcome = { kind: 'settled', transaction: '0x01', payer: '0x02', network: 'eip155:8453' };

/** A facilitator that says the same each time, after so long. */
function steady(
  name: string,
  verdict: VerifyOutcome = { kind: 'verified' },
  { health = 'ok' as 'ok' | 'failing' | 'unused', afterMs = 0, outcome = settled } = {},
) {
  const facilitator: Facilitator = {
    name,
    evidence: 'facilitator',
    verify: jest.fn(async () => (clock.advance(afterMs), verdict)),
    settle: jest.fn(async () => outcome),
    health: () => health,
  };
  return facilitator;
}

const passedOver = jest.fn();
const prefer = (first: Facilitator, ...others: readonly Facilitator[]): PreferredFacilitators =>
  new PreferredFacilitators([first, ...others], { clock, random: () => 0.5, passedOver });
beforeEach(() => passedOver.mockClear());

const down: VerifyOutcome = { kind: 'unavailable', reason: 'timeout' };

test('several facilitators have their names, and the evidence of the first', () => {
  const self = { ...steady('self'), evidence: 'chain' } as const;

  const { name, evidence } = prefer(self, steady('other'));

  expect([name, evidence]).toEqual(['self, other', 'chain']);
  expect(() => prefer(self, steady('self'))).toThrow('facilitators share a name: self, self');
});

test.each<[readonly ('ok' | 'failing' | 'unused')[], string]>([
  [['unused', 'unused'], 'unused'],
  [['unused', 'failing'], 'failing'],
  [['failing', 'ok'], 'ok'],
  [['failing', 'failing'], 'failing'],
])('of facilitators that are %j the health is %s', (states, health) => {
  const [first, ...others] = states.map((state, at) => steady(`${at}`, down, { health: state }));

  expect(prefer(first!, ...others).health()).toBe(health);
});

test('one that keeps no states is in none', () => {
  expect(prefer(steady('first')).states()).toEqual([]);
});

test('where nobody has a verdict nor sounds an alarm, none is sounded', async () => {
  expect(await prefer(steady('first', down), steady('second', down)).verify(REQUEST)).toStrictEqual({
    kind: 'unavailable',
    reason: 'first: timeout; second: timeout',
  });
});

test('one that throws is reported by its name, and without its words', async () => {
  const broken = { ...steady('broken'), verify: () => Promise.reject(new Error('5ec2e7')) };

  await prefer(broken, steady('second')).verify(REQUEST);

  expect(passedOver.mock.calls).toEqual([['broken', { kind: 'unavailable', reason: 'the adapter failed' }]]);
});

test('one that throws again and again is passed over like one that is down', async () => {
  const verify = jest.fn().mockRejectedValue(new Error('no'));
  const both = prefer({ ...steady('broken'), verify }, steady('second'));

  for (let times = 0; times < 5; times++) await both.verify(REQUEST);

  expect(verify).toHaveBeenCalledTimes(3);
});

test.each([
  [2 * LIMITS.verifyTimeoutMs - 1, 1],
  [2 * LIMITS.verifyTimeoutMs, 0],
])('after %d ms of asking another one is asked %d times', async (afterMs, times) => {
  const second = steady('second');

  await prefer(steady('first', down, { afterMs }), second).verify(REQUEST);

  expect(second.verify).toHaveBeenCalledTimes(times);
});

test.each<[string, object, number | undefined, string]>([
  ['is settled for the first time', {}, undefined, 'no facilitator is known to have verified this payment'],
  ['has no time', { isRepeat: true, verifiedBy: 'first' }, 0, 'no facilitator can be reached'],
])(
  'a payment of which nobody knows anything and that %s is sent to nobody',
  async (_what, changed, timeoutMs, reason) => {
    const [first, second] = [steady('first'), steady('second')];

    expect(await prefer(first, second).settle({ ...REQUEST, ...changed }, timeoutMs)).toEqual({
      kind: 'not_sent',
      reason,
    });
    expect([first, second].flatMap(({ settle }) => (settle as jest.Mock).mock.calls)).toEqual([]);
  },
);

test('what another one than its verifier says is named with its name', async () => {
  const outcome: SettleOutcome = { kind: 'nonce_used', reason: 'nonce_already_used' };
  const home = steady('home', undefined, { outcome: { kind: 'not_sent', reason: 'ECONNREFUSED' } });

  expect(
    await prefer(home, steady('other', undefined, { outcome })).settle({
      ...REQUEST,
      isRepeat: true,
      verifiedBy: 'home',
    }),
  ).toEqual({ kind: 'unknown', reason: 'nonce_already_used, says other, which did not verify the payment' });
});

test.each([
  ['of a first settlement', { verifiedBy: 'first' }],
  ['of a repeated one', { verifiedBy: 'first', isRepeat: true }],
])('a call %s has the time of a settlement where nothing else was said', async (_what, changed) => {
  const [first, second] = [steady('first'), steady('second')];
  const request = { ...REQUEST, ...changed };

  await prefer(first, second).settle(request);

  expect((first.settle as jest.Mock).mock.calls).toEqual([[request, LIMITS.settleTimeoutMs]]);
});

test('the only facilitator settles what was verified before names were kept', async () => {
  const only = steady('only');

  expect(await prefer(only).settle(REQUEST)).toBe(settled);
  expect(await prefer(only).settle({ ...REQUEST, verifiedBy: null })).toBe(settled);
  expect(await prefer(only).settle({ ...REQUEST, verifiedBy: 'gone' })).toMatchObject({ kind: 'not_sent' });
});

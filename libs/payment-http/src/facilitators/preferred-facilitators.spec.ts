import { FixedClock } from '@stackcheck/contract/testing';
import type { Facilitator } from '@stackcheck/payment-x402';
import type {
  FacilitatorRequest,
  FacilitatorState,
  SettleOutcome,
  VerifyOutcome,
} from '@stackcheck/payment-x402/facilitator';
import { PreferredFacilitators } from './preferred-facilitators';

const PAYER = `0x${'ab'.repeat(20)}`;
const request: FacilitatorRequest = {
  x402Version: 2,
  paymentPayload: {},
  paymentRequirements: {},
  expected: {
    network: 'eip155:8453',
    asset: `0x${'a5'.repeat(20)}`,
    payer: PAYER,
    payTo: `0x${'b6'.repeat(20)}`,
    value: 1_000n,
    nonce: `0x${'01'.repeat(32)}`,
    validBefore: 1_790_000_000,
  },
};
const verified: VerifyOutcome = { kind: 'verified' };
const down: VerifyOutcome = { kind: 'unavailable', reason: 'timeout' };
const answered: VerifyOutcome = { kind: 'unavailable', reason: 'something_new', isAnswered: true };
const refused: VerifyOutcome = { kind: 'refused', code: 'payment_invalid', reason: 'invalid_exact_evm_signature' };
const settled: SettleOutcome = { kind: 'settled', transaction: '0x01', payer: PAYER, network: 'eip155:8453' };

/** A facilitator that always says the same, and counts how often it was asked. */
class Steady implements Facilitator {
  readonly evidence = 'facilitator';
  verifications = 0;
  readonly settlements: (number | undefined)[] = [];
  verdict: VerifyOutcome = verified;
  outcome: SettleOutcome = settled;
  whileAsked: () => void = () => undefined;

  constructor(readonly name: string) {}

  async verify(): Promise<VerifyOutcome> {
    this.verifications++;
    this.whileAsked();
    return this.verdict;
  }

  async settle(_request: FacilitatorRequest, timeoutMs?: number): Promise<SettleOutcome> {
    this.settlements.push(timeoutMs);
    this.whileAsked();
    return this.outcome;
  }

  health(): 'ok' | 'failing' {
    return this.verdict.kind === 'unavailable' ? 'failing' : 'ok';
  }

  states(): readonly FacilitatorState[] {
    return [{ name: this.name, state: this.health(), breaker: 'closed', supports: { v1: null, v2: true } }];
  }
}

let clock: FixedClock;
let first: Steady;
let second: Steady;
let passedOver: string[];
let preferred: PreferredFacilitators;
beforeEach(() => {
  clock = new FixedClock();
  first = new Steady('first');
  second = new Steady('second');
  passedOver = [];
  preferred = new PreferredFacilitators([first, second], {
    clock,
    random: () => 0.5,
    passedOver: (name, { reason }) => passedOver.push(`${name}: ${reason}`),
  });
});
const verifyTimes = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time++) await preferred.verify(request);
};

describe('verifying with several facilitators', () => {
  it('asks the preferred one, and names who verified', async () => {
    expect(await preferred.verify(request)).toEqual({ kind: 'verified', by: 'first' });
    expect(second.verifications).toBe(0);
  });

  it.each([
    ['is down', down],
    ['blames something else', answered],
    ['refuses our place', { ...answered, isAlarm: true }],
  ])('asks the next one when the first %s', async (_name, verdict) => {
    first.verdict = verdict;

    expect(await preferred.verify(request)).toEqual({ kind: 'verified', by: 'second' });
    expect(passedOver).toHaveLength(1);
  });

  it('asks nobody else once one refused', async () => {
    first.verdict = refused;

    expect(await preferred.verify(request)).toEqual(refused);
    expect(second.verifications).toBe(0);
  });

  it('reports all reasons when nobody has a verdict, and the alarm of any', async () => {
    first.verdict = { ...answered, isAlarm: true };
    second.verdict = down;

    expect(await preferred.verify(request)).toEqual({
      kind: 'unavailable',
      reason: 'first: something_new; second: timeout',
      isAlarm: true,
    });
  });

  it('passes over one that keeps failing, and goes back to it after a probe', async () => {
    first.verdict = down;
    await verifyTimes(10);
    expect([first.verifications, second.verifications]).toEqual([3, 10]);
    expect(preferred.states().map(({ breaker }) => breaker)).toEqual(['open', 'closed']);

    first.verdict = verified;
    clock.advance(5_000);
    await verifyTimes(3);

    expect([first.verifications, second.verifications]).toEqual([6, 10]);
    expect(preferred.states().map(({ breaker }) => breaker)).toEqual(['closed', 'closed']);
  });

  it('cannot be turned away from one that is up by payments that it cannot judge', async () => {
    first.verdict = answered;
    await verifyTimes(20);

    expect(first.verifications).toBe(20);
  });

  it('still asks those it would pass over when nobody else has a verdict', async () => {
    first.verdict = down;
    second.verdict = down;
    await verifyTimes(5);
    first.verdict = verified;

    expect(await preferred.verify(request)).toEqual({ kind: 'verified', by: 'first' });
    second.verdict = verified;
    first.verdict = down;
    expect(await preferred.verify(request)).toEqual({ kind: 'verified', by: 'second' });
  });

  it('stops asking when the time of two verifications has passed', async () => {
    first.verdict = down;
    first.whileAsked = () => clock.advance(6_000);

    expect((await preferred.verify(request)).kind).toBe('unavailable');
    expect(second.verifications).toBe(0);
  });

  it('survives one that breaks its promise not to throw', async () => {
    first.verify = () => Promise.reject(new Error('broken'));

    expect(await preferred.verify(request)).toEqual({ kind: 'verified', by: 'second' });
  });
});

const DOUBTS: readonly SettleOutcome[] = [
  { kind: 'not_sent', reason: 'ECONNREFUSED' },
  { kind: 'unknown', reason: 'timeout' },
  { kind: 'pending', reason: 'settlement_pending' },
  { kind: 'nonce_used', reason: 'nonce_already_used' },
  { kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds' },
];

describe('settling for the first time', () => {
  it.each(DOUBTS)('is left to who verified, whatever comes of it: %o', async (outcome) => {
    second.outcome = outcome;

    expect(await preferred.settle({ ...request, verifiedBy: 'second' })).toBe(outcome);
    expect([first.settlements.length, second.settlements.length]).toEqual([0, 1]);
  });

  it('heeds no breaker', async () => {
    first.verdict = down;
    await verifyTimes(5);

    expect(await preferred.settle({ ...request, verifiedBy: 'first' }, 1_234)).toBe(settled);
    expect(first.settlements).toEqual([1_234]);
  });

  it('is not sent when nobody verified', async () => {
    expect(await preferred.settle({ ...request, verifiedBy: 'gone' })).toMatchObject({ kind: 'not_sent' });
    expect([first.settlements.length, second.settlements.length]).toEqual([0, 0]);
  });
});

describe('settling again', () => {
  const again = { ...request, verifiedBy: 'second', isRepeat: true };

  it.each(DOUBTS.filter(({ kind }) => kind !== 'not_sent'))('takes the word of who verified: %o', async (outcome) => {
    second.outcome = outcome;

    expect(await preferred.settle(again)).toBe(outcome);
    expect(first.settlements).toEqual([]);
  });

  it('goes to another one while nothing reaches the first, in the time that is left', async () => {
    second.outcome = { kind: 'not_sent', reason: 'ECONNREFUSED' };
    second.whileAsked = () => clock.advance(2_500);

    expect(await preferred.settle(again, 10_000)).toBe(settled);
    expect([second.settlements, first.settlements]).toEqual([[10_000], [7_500]]);
  });

  it('asks nobody when the time is over', async () => {
    second.outcome = { kind: 'not_sent', reason: 'ECONNREFUSED' };
    second.whileAsked = () => clock.advance(10_000);

    expect(await preferred.settle(again, 10_000)).toBe(second.outcome);
    expect(first.settlements).toEqual([]);
  });

  it.each(DOUBTS.filter(({ kind }) => kind !== 'not_sent'))(
    'takes anything else of another one for doubt: %o',
    async (outcome) => {
      second.outcome = { kind: 'not_sent', reason: 'ECONNREFUSED' };
      first.outcome = outcome;

      expect(await preferred.settle(again)).toMatchObject({
        kind: 'unknown',
        reason: expect.stringContaining('first'),
      });
    },
  );

  it.each([[null], ['a facilitator of an earlier configuration']])(
    'of a payment that %s verified proves only a success',
    async (verifiedBy) => {
      first.outcome = { kind: 'nonce_used', reason: 'nonce_already_used' };
      expect(await preferred.settle({ ...again, verifiedBy })).toMatchObject({ kind: 'unknown' });

      first.outcome = settled;
      expect(await preferred.settle({ ...again, verifiedBy })).toBe(settled);
      expect(second.settlements).toEqual([]);
    },
  );

  it('of a row from before names were kept is the only one’s', async () => {
    const alone = new PreferredFacilitators([first], { clock, random: () => 0.5 });
    first.outcome = { kind: 'nonce_used', reason: 'nonce_already_used' };

    expect(await alone.settle({ ...again, verifiedBy: null })).toBe(first.outcome);
    expect(await alone.settle({ ...again, verifiedBy: 'second' })).toMatchObject({ kind: 'unknown' });
  });

  it('is not sent when nobody can be reached', async () => {
    first.outcome = { kind: 'not_sent', reason: 'a' };
    second.outcome = { kind: 'not_sent', reason: 'b' };

    expect((await preferred.settle(again)).kind).toBe('not_sent');
  });
});

it('is as well as the best of them', async () => {
  expect(preferred.health()).toBe('ok');
  first.verdict = down;
  expect(preferred.health()).toBe('ok');
  second.verdict = down;
  expect(preferred.health()).toBe('failing');
  expect(preferred.states().map(({ name, state }) => `${name} ${state}`)).toEqual(['first failing', 'second failing']);
});

it('two facilitators of one name are refused', () => {
  expect(() => new PreferredFacilitators([first, new Steady('first')], { clock, random: () => 0 })).toThrow(RangeError);
});

import type { Buyer } from '../buyer';
import type { BuyerError } from '../errors/buyer-error';
import { spent } from '../spending/sums';
import { SELLER_URL } from '../testing/fake-seller';
import { BuyerHarness } from '../testing/harness';

const request = { url: `${SELLER_URL}/v1/eol/nodejs` };

let harness: BuyerHarness;
let buyer: Buyer;
beforeEach(() => {
  harness = new BuyerHarness();
  buyer = harness.process().buyer;
});

const outcomeOf = <T>(work: Promise<T>): Promise<T> => harness.outcomeOf(work);
const faultOf = (work: Promise<unknown>): Promise<BuyerError> => harness.faultOf(work);
const counted = (): bigint => spent(harness.book, { network: 'eip155:84532' });
const headers = (): readonly string[] => [...harness.seller.payments.values()].map(({ header }) => header);

describe('a payment whose answer is lost', () => {
  it('is sent again with the same bytes until it is answered', async () => {
    harness.seller.moods.push(
      'sell',
      'lose_answer',
      'hang',
      'gateway_after',
      'in_progress',
      'lose_request',
      'break_body',
    );

    expect(await outcomeOf(buyer.pay(request))).toMatchObject({ outcome: 'paid' });
    expect([harness.signed.size, headers().length, harness.seller.charged()]).toEqual([1, 1, 1_000n]);
  });

  it('is not known to be charged when its window closes, counts, and is answered by resume', async () => {
    harness.seller.moods.push('sell', ...Array.from({ length: 20 }, () => 'gateway_after' as const));

    expect(await faultOf(buyer.pay(request))).toMatchObject({ code: 'settlement_unknown' });
    expect([counted(), harness.seller.charged()]).toEqual([1_000n, 1_000n]);
    harness.seller.moods.length = 0;
    harness.time.ms += 86_400_000;
    const resumed = await outcomeOf(harness.process().buyer.resume());

    expect(resumed).toMatchObject([{ ...request, outcome: 'paid', answer: { status: 200 } }]);
    expect([counted(), harness.seller.charged(), harness.signed.size]).toEqual([1_000n, 1_000n, 1]);
  });

  it('is not paid again by the same request, which gets its answer', async () => {
    harness.seller.moods.push('sell', ...Array.from({ length: 20 }, () => 'lose_answer' as const));
    expect(await outcomeOf(buyer.hasOpenPayment(request))).toBe(false);
    await faultOf(buyer.pay(request));
    harness.seller.moods.length = 0;
    harness.time.ms += 3_600_000;
    const next = harness.process().buyer;

    expect(await outcomeOf(next.hasOpenPayment(request))).toBe(true);
    expect(await outcomeOf(next.hasOpenPayment({ ...request, body: 'another' }))).toBe(false);
    expect(await outcomeOf(next.pay(request))).toMatchObject({ outcome: 'paid' });
    expect(await outcomeOf(next.hasOpenPayment(request))).toBe(false);
    expect(harness.signed.size).toBe(1);
  });

  it('is released when a seller that keeps records says that it came too late, and another one is made', async () => {
    harness.seller.moods.push('sell', ...Array.from({ length: 20 }, () => 'lose_request' as const));
    expect(await faultOf(buyer.pay(request))).toMatchObject({ code: 'settlement_unknown' });
    harness.seller.moods.length = 0;
    harness.time.ms += 200_000;

    expect(await outcomeOf(buyer.pay(request))).toMatchObject({ outcome: 'paid' });
    expect([counted(), harness.seller.charged(), harness.signed.size]).toEqual([1_000n, 1_000n, 2]);
  });

  it('is left to the chain where no seller knows', async () => {
    harness.seller.moods.push('sell', ...Array.from({ length: 40 }, () => 'hold_for_good' as const));
    await faultOf(buyer.pay(request));
    harness.time.ms += 200_000;
    const asked: string[] = [];
    const evidence =
      (use: 'used' | 'unused' | 'unknown') =>
      async ({ from }: { readonly from: string }) => {
        asked.push(from);
        return use;
      };
    const resumedWith = (use: 'used' | 'unused' | 'unknown') =>
      outcomeOf(harness.process(null, { evidence: evidence(use) }).buyer.resume());

    expect(await resumedWith('unknown')).toMatchObject([{ outcome: 'unknown' }]);
    expect(counted()).toBe(1_000n);
    expect(await resumedWith('unused')).toMatchObject([{ outcome: 'not_charged' }]);
    expect([counted(), asked]).toEqual([0n, [harness.signer.address, harness.signer.address]]);
  });

  it('can be given up: it counts as spent, and its request can be paid again', async () => {
    harness.seller.moods.push('sell', ...Array.from({ length: 40 }, () => 'hold_for_good' as const));
    const { details } = await faultOf(buyer.pay(request));

    expect(await outcomeOf(buyer.giveUp(String(details['id'])))).toBe(true);
    harness.seller.moods.length = 0;
    expect(await outcomeOf(buyer.pay(request))).toMatchObject({ outcome: 'paid' });
    expect(counted()).toBe(2_000n);
  });

  it('is none where nothing was sent: unreachable, and free once its window is closed', async () => {
    harness.seller.moods.push('sell', ...Array.from({ length: 20 }, () => 'refuse_connection' as const));

    expect(await faultOf(buyer.pay(request))).toMatchObject({ code: 'unreachable' });
    harness.seller.moods.length = 0;
    harness.time.ms += 121_000;
    await outcomeOf(buyer.pay(request));
    expect(counted()).toBe(1_000n);
  });
});

describe('a refused payment', () => {
  it('is offered again while its window is open, and another one only afterwards', async () => {
    harness.seller.moods.push('sell', 'invalid', 'invalid');

    const fault = await faultOf(buyer.pay(request));
    expect(fault).toMatchObject({
      code: 'refused',
      details: { until: new Date(harness.time.ms + 120_000).toISOString() },
    });
    await faultOf(buyer.pay(request));
    expect(headers().length).toBe(1);
    harness.time.ms += 61_000;
    expect(await faultOf(buyer.pay(request))).toMatchObject({ code: 'refused' });
    harness.time.ms += 60_000;
    expect(await outcomeOf(buyer.pay(request))).toMatchObject({ outcome: 'paid' });
    expect([headers().length, counted()]).toEqual([2, 1_000n]);
  });
});

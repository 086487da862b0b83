import fc from 'fast-check';
import { isOpen } from '../spending/book-state';
import { spent } from '../spending/sums';
import { SELLER_MOODS, SELLER_URL, type SeenPayment } from '../testing/fake-seller';
import { BuyerHarness } from '../testing/harness';

const NETWORK = 'eip155:84532';
const CAPS = { call: 1_000n, session: 5_000n, day: 3_000n };

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      what: fc.nat(2),
      killAt: fc.option(fc.integer({ min: 1, max: 14 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pay_twice' as const),
      what: fc.nat(2),
      killAt: fc.option(fc.integer({ min: 1, max: 14 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('resume' as const), killAt: fc.option(fc.integer({ min: 1, max: 9 })) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 30, 70, 200, 90_000) }),
  },
);
const story = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 10 }),
  // A mood lasts for a while, as outages do.
  moods: fc
    .array(fc.tuple(fc.constantFrom('sell' as const, ...SELLER_MOODS), fc.integer({ min: 1, max: 9 })), {
      maxLength: 12,
    })
    .map((spells) => spells.flatMap(([mood, length]) => Array.from({ length }, () => mood))),
});

const request = (what: number) => ({ url: `${SELLER_URL}/v1/eol/${what}` });

/** Earlier payments of the same request that may still be charged, or were without the book saying so: there must be none. */
function openBefore(harness: BuyerHarness, fresh: SeenPayment): readonly SeenPayment[] {
  const isKnown = ({ nonce }: SeenPayment): boolean =>
    !harness.book.entries.some(({ order }) => order?.authorization.nonce === nonce);
  return [...harness.seller.payments.values()].filter((older) => {
    if (older.request !== fresh.request) return false;
    if (older.settledAt !== null) return !isKnown(older);
    return older.settlesAt !== null || harness.time.ms / 1000 < older.validBefore;
  });
}

async function live({
  steps,
  moods,
}: {
  steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[];
  moods: readonly (typeof SELLER_MOODS)[number][];
}): Promise<BuyerHarness> {
  const harness = new BuyerHarness();
  const { time, seller } = harness;
  seller.moods.push(...moods);
  const doubled: SeenPayment[] = [];
  seller.onNewPayment = (fresh) => void doubled.push(...openBefore(harness, fresh));
  for (const one of steps) {
    if (one.kind === 'wait') {
      time.ms += one.seconds * 1000;
      continue;
    }
    const first = harness.process(one.killAt, { caps: CAPS, session: 'one' });
    const other = harness.process(null, { caps: CAPS, session: 'one' });
    const works: Promise<unknown>[] =
      one.kind === 'resume' ? [first.buyer.resume()] : [first.buyer.pay(request(one.what))];
    if (one.kind === 'pay_twice') works.push(other.buyer.pay(request(one.what)));
    const results = await time.until(Promise.allSettled(works), () => one.kind !== 'pay_twice' && first.isKilled);
    time.forget();
    const faults = results?.status === 'fulfilled' ? results.value.filter(({ status }) => status === 'rejected') : [];
    for (const fault of faults) expect((fault as PromiseRejectedResult).reason).toMatchObject({ name: 'BuyerError' });
    expect(doubled).toEqual([]);
    requireSums(harness);
  }
  return harness;
}

/** The book never shows less than was charged, and never lets more be spent than its caps. */
function requireSums(harness: BuyerHarness): void {
  const { book, seller } = harness;
  expect(spent(book, { network: NETWORK })).toBeGreaterThanOrEqual(seller.charged());
  for (const { day, session } of [...book.entries, ...book.totals]) {
    expect(spent(book, { network: NETWORK, day })).toBeLessThanOrEqual(CAPS.day);
    expect(spent(book, { network: NETWORK, session })).toBeLessThanOrEqual(CAPS.session);
  }
}

describe('whatever is lost, repeated, broken off or killed', () => {
  it('a request has one payment at a time, the caps hold, and the book shows at least what was charged', async () => {
    let charged = 0n;
    let killed = 0;
    await fc.assert(
      fc.asyncProperty(story, async (random) => {
        const harness = await live(random);
        killed += random.steps.filter((one) => 'killAt' in one && one.killAt !== null).length;
        charged += harness.seller.charged();
        // Payments that are held are settled by the end of their window.
        harness.time.ms += 3_600_000;
        requireSums(harness);
        for (const payment of harness.seller.payments.values()) expect(harness.signed.has(payment.nonce)).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect(charged).toBeGreaterThan(50_000n);
    expect(killed).toBeGreaterThan(100);
  });

  it('a request that is asked for until it is answered is charged once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...SELLER_MOODS.filter((mood) => mood !== 'hold_for_good')), { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 3 }),
        async (moods, kills) => {
          const harness = new BuyerHarness();
          harness.seller.moods.push(...moods);
          let isPaid = false;
          for (let round = 0; round < 60 && !isPaid; round++) {
            const process = harness.process(kills[round] ?? null);
            const result = await harness.time.until(process.buyer.pay(request(1)), () => process.isKilled);
            harness.time.forget();
            isPaid = result?.status === 'fulfilled' && result.value.outcome === 'paid';
            harness.time.ms += 20_000;
          }
          const lostByKill = harness.book.entries.filter(({ state }) => state === 'settled').length - 1;
          expect(isPaid).toBe(true);
          expect(harness.seller.charged()).toBe(1_000n * BigInt(1 + lostByKill));
          expect(lostByKill).toBeLessThanOrEqual(kills.length);
          expect(harness.book.entries.filter(isOpen)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

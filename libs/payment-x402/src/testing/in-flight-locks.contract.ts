import fc from 'fast-check';
import type { Settlement } from '../ledger/ledger';
import type { InFlightLocks, LockName } from '../in-flight/in-flight-locks';

/** Locks of processes that share one ledger; the same object for each where there is one process. */
export interface InFlightLocksSubject {
  /** @param count how many processes */
  clients(count: number): readonly InFlightLocks[];
  /** Until everything that was sent has arrived. */
  settled(): Promise<void>;
}

const SETTLEMENT: Settlement = { transaction: '0xaa', evidence: 'facilitator', paymentResponse: 'e30=' };

const nameOf = (payer: number, nonce: number, hash: number, identifier: number | null): LockName => ({
  key: { network: 'eip155:8453', asset: '0xa', payer: `0x${payer}`, nonce: `0x${nonce}` },
  hash: `hash ${hash}`,
  identifier: identifier === null ? null : `identifier ${identifier}`,
});

const name = nameOf(1, 1, 1, 1);

/** What holds for in-flight locks, whichever process keeps them. */
export function inFlightLocksContract(title: string, open: () => InFlightLocksSubject): void {
  describe(`${title} as in-flight locks`, () => {
    let subject: InFlightLocksSubject;
    let one: InFlightLocks;
    let other: InFlightLocks;

    beforeEach(() => {
      subject = open();
      [one, other] = subject.clients(2) as [InFlightLocks, InFlightLocks];
    });

    it.each([
      ['the same payment', name, { kind: 'same_payment' }],
      ['the same payment without its identifier', { ...name, identifier: null }, { kind: 'same_payment' }],
      ['another payment with its nonce', { ...name, hash: 'hash 2' }, { kind: 'other_payment', by: 'identifier' }],
      ['another payment with its nonce alone', nameOf(1, 1, 2, 2), { kind: 'other_payment', by: 'key' }],
      ['another payment with its identifier', nameOf(1, 2, 2, 1), { kind: 'other_payment', by: 'identifier' }],
    ])('keeps out %s, from whichever process', async (_what, wanted, outcome) => {
      await one.begin(name);

      expect(await one.begin(wanted)).toEqual(outcome);
      expect(await other.begin(wanted)).toEqual(outcome);
    });

    it('lets in what has neither nonce nor identifier in common', async () => {
      await one.begin(name);

      expect((await other.begin(nameOf(1, 2, 2, 2))).kind).toBe('begun');
      expect((await other.begin(nameOf(2, 1, 3, null))).kind).toBe('begun');
    });

    it('is free again after its release, which counts once', async () => {
      const first = await one.begin(name);
      if (first.kind !== 'begun') throw new Error('not begun');
      first.lock.release();
      await subject.settled();
      const second = await other.begin(name);
      first.lock.release();
      await subject.settled();

      expect([second.kind, (await one.begin(name)).kind]).toEqual(['begun', 'same_payment']);
    });

    it('counts what a process works on until it is released', async () => {
      const begun = await one.begin(name);
      await one.begin(name);
      const busy = one.count;
      if (begun.kind === 'begun') begun.lock.release();

      expect([busy, one.count]).toEqual([1, 0]);
    });

    it('counts a payment from the moment on that it is asked for, so that no drain overlooks it', async () => {
      const asked = one.begin(name);
      const busy = one.count;
      await asked;
      await one.begin(name);

      expect([busy, one.count]).toEqual([1, 1]);
    });

    it('hands a late settlement to every process that asks, until it is dropped', async () => {
      one.keepLate(7, SETTLEMENT);
      await subject.settled();
      const seen = [await one.late(7), await other.late(7), await other.late(8), await other.allLate()];
      other.dropLate(7);
      await subject.settled();

      expect(seen).toEqual([SETTLEMENT, SETTLEMENT, undefined, [[7, SETTLEMENT]]]);
      expect([await one.late(7), await one.allLate()]).toEqual([undefined, []]);
    });

    it('never lets two work on one nonce or one identifier, whatever is begun and released by whom', async () => {
      const small = fc.integer({ min: 0, max: 3 });
      const begin = fc.record({ by: small, payer: small, variant: small, identifier: fc.option(small) });
      const step = fc.oneof(
        { weight: 2, arbitrary: begin },
        { weight: 1, arbitrary: fc.record({ released: fc.nat() }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
          const fresh = open();
          const clients = fresh.clients(4);
          const held: { readonly name: LockName; release(): void }[] = [];
          for (const one of steps) {
            if ('released' in one) {
              held.splice(one.released % Math.max(1, held.length), 1)[0]?.release();
              await fresh.settled();
              continue;
            }
            const wanted = nameOf(one.payer, 0, one.payer * 4 + one.variant, one.identifier);
            const isTaken = held.some(
              ({ name: { key, identifier } }) =>
                key.payer === wanted.key.payer || (identifier !== null && identifier === wanted.identifier),
            );
            const outcome = await clients[one.by]!.begin(wanted);
            if (outcome.kind === 'begun') held.push({ name: wanted, release: outcome.lock.release });
            expect(outcome.kind === 'begun').toBe(!isTaken);
          }
        }),
      );
    });
  });
}

/// <reference types="jest" />
import type { ClaimOutcome, PaymentIntent, PaymentLedger, Settlement } from '../ledger/ledger';
import { claimed } from './claimed';
import { testIntent } from './test-intent';

const SETTLEMENT: Settlement = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'eyJ9' };
const REFUSAL = { code: 'payment_invalid', reason: 'insufficient_funds' };
const NOW_MS = 1_790_000_000_000;

/** What a PaymentLedger promises about payments that are called free; part of its contract. */
export function calledFreeContract(subject: {
  create(): Promise<PaymentLedger> | PaymentLedger;
  reopen(bootId: string): Promise<PaymentLedger> | PaymentLedger;
  readonly isOfOneHost?: true;
}): void {
  /** What a claim is answered that was sent before the word. */
  const late = (outcome: ClaimOutcome): unknown =>
    subject.isOfOneHost ? expect.objectContaining({ kind: 'claimed' }) : outcome;
  const free = (ledger: PaymentLedger, { key, paymentHash, validBefore }: PaymentIntent) =>
    ledger.callFree({ key, paymentHash, validBefore, refusal: REFUSAL }, NOW_MS);
  const reach = {
    settling: async () => undefined,
    settled: (ledger: PaymentLedger, id: number) => ledger.settled(id, SETTLEMENT, NOW_MS),
    unknown: (ledger: PaymentLedger, id: number) => ledger.unknown(id, 'unconfirmed', 'timeout', NOW_MS),
    released: (ledger: PaymentLedger, id: number) => ledger.released(id, 'never used', NOW_MS),
  };

  describe('a payment that is called free', () => {
    it('is claimed by no process that had not heard of it, and leaves nothing to be seen', async () => {
      const [one, other] = [await subject.create(), await subject.reopen('boot-2')];
      const intent = testIntent({ identifier: 'pay_called_free_0001' });
      const before = await one.counts();

      expect(await free(one, intent)).toBe('free');

      expect(await other.find(intent.key)).toBeUndefined();
      expect(await other.findByIdentifier(intent.identifier!)).toBeUndefined();
      expect(await other.open(10)).toEqual([]);
      expect(await other.watched(intent.validBefore + 1, 0, 10)).toEqual([]);
      expect(await one.counts()).toEqual(before);
      expect(await other.claim(intent, NOW_MS, null)).toEqual(late({ kind: 'called_free' }));
      expect(await other.claim(testIntent({ identifier: 'pay_called_free_0002' }), NOW_MS, null)).toMatchObject({
        kind: 'claimed',
      });
    });

    it('may be so again, by anybody', async () => {
      const [one, other] = [await subject.create(), await subject.reopen('boot-2')];
      const intent = testIntent();

      expect([await free(one, intent), await free(other, intent), await free(one, intent)]).toEqual(
        Array(3).fill('free'),
      );
      expect(await one.withdraw(intent.key, REFUSAL, NOW_MS)).toBe('withdrawn');
    });

    it.each(['settling', 'settled', 'unknown', 'released'] as const)('is not where it is %s', async (state) => {
      const [one, other] = [await subject.create(), await subject.reopen('boot-2')];
      const intent = testIntent();
      await reach[state](one, await claimed(one, intent, NOW_MS));

      expect([await free(other, intent), await free(one, intent)]).toEqual(['held', 'held']);

      expect((await other.find(intent.key))?.state).toBe(state);
    });

    it('was refused before: who had looked it up then does not claim it any more, who looks now does', async () => {
      const [one, other] = [await subject.create(), await subject.reopen('boot-2')];
      const intent = testIntent();
      const id = await claimed(one, intent, NOW_MS);
      await one.refused(id, REFUSAL, NOW_MS);
      const { version: seen } = (await other.find(intent.key))!;

      expect(await free(one, intent)).toBe('free');

      if (!subject.isOfOneHost) {
        expect(await other.claim(intent, NOW_MS, seen)).toEqual({ kind: 'payment_exists' });
        expect(await other.claim(intent, NOW_MS, null)).toEqual({ kind: 'payment_exists' });
      }
      const { version, state } = (await other.find(intent.key))!;
      expect(state).toBe('refused');
      expect(await other.claim(intent, NOW_MS, version)).toEqual({ kind: 'claimed', id });
    });

    it('or claimed at the same time: exactly one of the two stands', async () => {
      const [one, other] = [await subject.create(), await subject.reopen('boot-2')];
      for (const intent of [testIntent(), testIntent(), testIntent()]) {
        const [word, claim] = await Promise.all([free(one, intent), other.claim(intent, NOW_MS, null)]);

        if (subject.isOfOneHost) expect(claim.kind).toBe('claimed');
        else expect([word, claim.kind]).toEqual(word === 'free' ? ['free', 'called_free'] : ['held', 'claimed']);
      }
    });
  });
}

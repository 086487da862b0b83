/// <reference types="jest" />
import type { PaymentLedger, Settlement } from '../ledger/ledger';
import { claimed } from './claimed';
import { testIntent } from './test-intent';

const SETTLEMENT: Settlement = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'eyJ9' };
const REFUSAL = { code: 'payment_invalid', reason: 'insufficient_funds' };
const NOW_MS = 1_790_000_000_000;

/** What a PaymentLedger promises about claims that are taken back; part of its contract. */
export function withdrawnClaimsContract(subject: {
  create(): Promise<PaymentLedger> | PaymentLedger;
  reopen(bootId: string): Promise<PaymentLedger> | PaymentLedger;
}): void {
  const reach = {
    settled: (ledger: PaymentLedger, id: number) => ledger.settled(id, SETTLEMENT, NOW_MS),
    unknown: (ledger: PaymentLedger, id: number) => ledger.unknown(id, 'unconfirmed', 'timeout', NOW_MS),
    released: (ledger: PaymentLedger, id: number) => ledger.released(id, 'never used', NOW_MS),
  };

  describe('a claim that is withdrawn', () => {
    it('is not withdrawn again from another run that claimed it since', async () => {
      const [earlier, later] = [await subject.create(), await subject.reopen('boot-2')];
      const intent = testIntent();
      await claimed(earlier, intent, NOW_MS);
      await earlier.withdraw(intent.key, REFUSAL, NOW_MS);
      await claimed(later, intent, NOW_MS);

      expect(await earlier.withdraw(intent.key, REFUSAL, NOW_MS)).toBe('held');

      expect(await later.find(intent.key)).toMatchObject({ state: 'settling', bootId: 'boot-2' });
    });

    it('frees the payment and its identifier for another attempt', async () => {
      const ledger = await subject.create();
      const intent = testIntent({ identifier: 'pay_withdrawn_00001' });
      const id = await claimed(ledger, intent, NOW_MS);

      expect(await ledger.withdraw(intent.key, REFUSAL, NOW_MS)).toBe('withdrawn');

      expect(await ledger.find(intent.key)).toMatchObject({ id, state: 'refused', refusal: REFUSAL });
      expect(await ledger.open(10)).toEqual([]);
      expect(await ledger.claim(intent, NOW_MS)).toEqual({ kind: 'claimed', id });
    });

    it('may never have been written, or have been withdrawn before', async () => {
      const ledger = await subject.create();
      const { key } = testIntent();

      expect(await ledger.withdraw(key, REFUSAL, NOW_MS)).toBe('withdrawn');
      expect(await ledger.find(key)).toBeUndefined();

      const intent = testIntent();
      await claimed(ledger, intent, NOW_MS);
      await ledger.withdraw(intent.key, REFUSAL, NOW_MS);
      expect(await ledger.withdraw(intent.key, { code: 'other', reason: 'other' }, NOW_MS)).toBe('withdrawn');
      expect((await ledger.find(intent.key))?.refusal).toEqual(REFUSAL);
    });

    it.each(['settled', 'unknown', 'released'] as const)('stays where it is %s by now', async (state) => {
      const ledger = await subject.create();
      const intent = testIntent();
      await reach[state](ledger, await claimed(ledger, intent, NOW_MS));

      expect(await ledger.withdraw(intent.key, REFUSAL, NOW_MS)).toBe('held');

      expect((await ledger.find(intent.key))?.state).toBe(state);
    });

    it('stays where another run made it', async () => {
      const earlier = await subject.create();
      const intent = testIntent();
      await claimed(earlier, intent, NOW_MS);
      const ledger = await subject.reopen('boot-2');

      expect(await ledger.withdraw(intent.key, REFUSAL, NOW_MS)).toBe('held');

      expect((await ledger.find(intent.key))?.state).toBe('settling');
    });
  });
}

/// <reference types="jest" />
import type { Settlement } from '../ledger/ledger';
import { claimed } from './claimed';
import { type LedgerSubject } from './payment-ledger.contract';
import { testIntent } from './test-intent';

const SETTLEMENT: Settlement = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'eyJ9' };
const REFUSAL = { code: 'payment_invalid', reason: 'insufficient_funds' };
const NOW_MS = 1_790_000_000_000;

/** What a PaymentLedger promises about refused payments, run on every implementation. */
export function refusedRowsContract(name: string, subject: LedgerSubject): void {
  describe(`${name} with refused payments`, () => {
    it('claims a payment that is held at once as unknown, again or for the first time', async () => {
      const ledger = await subject.create();
      const [fresh, refused, settled] = [testIntent(), testIntent(), testIntent()];
      await ledger.refused(await claimed(ledger, refused, NOW_MS), REFUSAL, NOW_MS);
      await ledger.settled(await claimed(ledger, settled, NOW_MS), SETTLEMENT, NOW_MS);
      const again = { ...refused, requestHash: 'd8'.repeat(32) };

      for (const intent of [fresh, again])
        expect(await ledger.claimAsUnknown(intent, 'nonce_used', 'spent', NOW_MS)).toMatchObject({ kind: 'claimed' });

      expect(await ledger.find(fresh.key)).toMatchObject({ state: 'unknown', ambiguity: 'nonce_used' });
      expect(await ledger.find(refused.key)).toMatchObject({ state: 'unknown', requestHash: again.requestHash });
      expect(await ledger.claimAsUnknown(settled, 'nonce_used', 'spent', NOW_MS)).toEqual({ kind: 'payment_exists' });
    });

    it('remembers the time of the first claim over later ones', async () => {
      const ledger = await subject.create();
      const intent = testIntent();
      await ledger.refused(await claimed(ledger, intent, NOW_MS), REFUSAL, NOW_MS);

      await ledger.claim(intent, NOW_MS + 60_000);

      expect((await ledger.find(intent.key))?.createdAt).toBe(NOW_MS);
    });

    it('settles a refused payment late although its identifier went to another one', async () => {
      const ledger = await subject.create();
      const identifier = 'pay_given_to_the_next';
      const [late, next] = [testIntent({ identifier }), testIntent({ identifier })];
      const id = await claimed(ledger, late, NOW_MS);
      await ledger.refused(id, REFUSAL, NOW_MS);
      await ledger.settled(await claimed(ledger, next, NOW_MS), SETTLEMENT, NOW_MS);

      await ledger.settled(id, SETTLEMENT, NOW_MS);

      expect(await ledger.find(late.key)).toMatchObject({ state: 'settled', identifier: null });
      expect((await ledger.findByIdentifier(identifier))?.key).toEqual(next.key);
    });

    it('lists refused payments whose window closed, in turn', async () => {
      const ledger = await subject.create();
      const ids: number[] = [];
      for (const validBefore of [100, 200, 100, 100])
        ids.push(await claimed(ledger, testIntent({ validBefore }), NOW_MS));
      for (const id of ids.slice(0, 3)) await ledger.refused(id, REFUSAL, NOW_MS);
      const watched = async (...[closedBefore, afterId, limit]: [number, number, number]) =>
        (await ledger.watched(closedBefore, afterId, limit)).map(({ id }) => id);

      expect(await watched(200, 0, 9)).toEqual([ids[0], ids[2]]);
      expect(await watched(200, 0, 1)).toEqual([ids[0]]);
      expect(await watched(200, ids[0]!, 9)).toEqual([ids[2]]);
      expect(await watched(100, 0, 9)).toEqual([]);
      expect(await watched(201, 0, 9)).toEqual(ids.slice(0, 3));
    });
  });
}

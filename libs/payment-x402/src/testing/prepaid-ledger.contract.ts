/// <reference types="jest" />
import type { PaymentIntent, PaymentLedger, PrepaidLedger, Settlement } from '../ledger/ledger';
import { testIntent } from './test-intent';

type AnyLedger = PaymentLedger & PrepaidLedger;

/** Opens ledgers over the same rows, as another boot or another connection would. */
export interface PrepaidLedgerSubject {
  /** A ledger over rows of its own. */
  create(): AnyLedger | Promise<AnyLedger>;
  /** Another ledger over the rows of the last `create`. */
  reopen(bootId: string): AnyLedger | Promise<AnyLedger>;
}

const NOW_MS = 1_790_000_000_000;
const BY_PREIMAGE: Settlement = { transaction: 'e7'.repeat(32), evidence: 'preimage', paymentResponse: '' };

let counter = 0;

/** A Lightning payment intent that differs from every other in its payment hash. */
export function lightningIntent(change: Partial<PaymentIntent> = {}): PaymentIntent {
  const hash = (++counter).toString(16).padStart(64, 'f');
  return testIntent({
    key: { network: 'lightning', asset: 'btc', payer: hash, nonce: hash },
    paymentHash: hash,
    payload: { l402: { amount_msat: '1000' } },
    payTo: 'sandbox',
    ...change,
  });
}

/** The promises of a PrepaidLedger, run on every implementation. */
export function prepaidLedgerContract(name: string, subject: PrepaidLedgerSubject): void {
  describe(`${name} as a ledger of prepaid payments`, () => {
    it('stores a payment settled, with its answer, at once', async () => {
      const ledger = await subject.create();
      const intent = lightningIntent();

      const outcome = await ledger.claimSettled(intent, BY_PREIMAGE, NOW_MS);

      expect(outcome.kind).toBe('claimed');
      const record = await (await subject.reopen('boot-2')).find(intent.key);
      expect({ ...record, answer: { ...record!.answer, body: Buffer.from(record!.answer.body) } }).toMatchObject({
        ...intent,
        state: 'settled',
        settlement: BY_PREIMAGE,
        deliveredAt: null,
      });
    });

    it('lets one of many claimants win, over two connections, and keeps the answer of that one', async () => {
      const first = await subject.create();
      const second = await subject.reopen('boot-2');
      const intent = lightningIntent();
      const claim = (index: number) =>
        (index % 2 ? first : second).claimSettled(
          { ...intent, answer: { ...intent.answer, body: Buffer.from(`${index}`) } },
          BY_PREIMAGE,
          NOW_MS,
        );

      const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => claim(index)));

      const winner = outcomes.findIndex(({ kind }) => kind === 'claimed');
      expect(outcomes.filter(({ kind }) => kind === 'payment_exists')).toHaveLength(39);
      expect(Buffer.from((await first.find(intent.key))!.answer.body).toString()).toBe(`${winner}`);
    });

    it('stores the new answer of one that was refused before', async () => {
      const ledger = await subject.create();
      const intent = lightningIntent();
      await ledger.claimAsUnknown(intent, 'unconfirmed', 'no answer', NOW_MS);
      await ledger.refused((await ledger.find(intent.key))!.id, { code: 'payment_invalid', reason: 'unpaid' }, NOW_MS);
      const again = { ...intent, answer: { ...intent.answer, body: Buffer.from('the new one') } };

      expect((await ledger.claimSettled(again, BY_PREIMAGE, NOW_MS)).kind).toBe('claimed');

      const record = await ledger.find(intent.key);
      expect(record).toMatchObject({ state: 'settled', settlement: BY_PREIMAGE, refusal: null });
      expect(Buffer.from(record!.answer.body).toString()).toBe('the new one');
    });

    it('never lists one as open, in this boot or the next', async () => {
      const ledger = await subject.create();
      await ledger.claimSettled(lightningIntent(), BY_PREIMAGE, NOW_MS);

      expect(await ledger.open(10)).toEqual([]);
      expect(await (await subject.reopen('boot-2')).open(10)).toEqual([]);
      expect((await ledger.counts()).settled).toBe(1);
    });

    it('marks its delivery once', async () => {
      const ledger = await subject.create();
      const intent = lightningIntent();
      const outcome = await ledger.claimSettled(intent, BY_PREIMAGE, NOW_MS);
      if (outcome.kind !== 'claimed') throw new Error(outcome.kind);

      await ledger.delivered(outcome.id, NOW_MS + 1);
      await ledger.delivered(outcome.id, NOW_MS + 2);

      expect((await ledger.find(intent.key))?.deliveredAt).toBe(NOW_MS + 1);
    });
  });
}

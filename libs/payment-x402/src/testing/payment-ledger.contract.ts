/// <reference types="jest" />
import type { PaymentLedger, PaymentState, Settlement } from '../ledger/ledger';
import { calledFreeContract } from './called-free.contract';
import { claimed } from './claimed';
import { lostPaymentsContract } from './lost-payments.contract';
import { testIntent } from './test-intent';
import { withdrawnClaimsContract } from './withdrawn-claims.contract';

/** Opens ledgers over the same rows, as another boot or another connection would. */
export interface LedgerSubject {
  /** A ledger over rows of its own. */
  create(): Promise<PaymentLedger> | PaymentLedger;
  /** Another ledger over the rows of the last `create`. */
  reopen(bootId: string): Promise<PaymentLedger> | PaymentLedger;
  /** Whether locks speak for all its processes, so that no claim can arrive after a payment was called free. */
  readonly isOfOneHost?: true;
}

const SETTLEMENT: Settlement = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'eyJ9' };
const REFUSAL = { code: 'payment_invalid', reason: 'insufficient_funds' };
const NOW_MS = 1_790_000_000_000;

/** The promises of a PaymentLedger, run on every implementation. */
export function paymentLedgerContract(name: string, subject: LedgerSubject): void {
  describe(`${name} as a payment ledger`, () => {
    it('gives back what was claimed, byte for byte', async () => {
      const ledger = await subject.create();
      const intent = testIntent({ identifier: 'pay_0123456789abcdef' });

      const id = await claimed(ledger, intent, NOW_MS);

      const { version: _ofMany, ...record } = (await ledger.find(intent.key))!;
      expect({ ...record, answer: { ...record.answer, body: Buffer.from(record.answer.body) } }).toEqual({
        ...intent,
        id,
        state: 'settling',
        bootId: ledger.bootId,
        createdAt: NOW_MS,
        settlement: null,
        deliveredAt: null,
        ambiguity: null,
        refusal: null,
      });
      expect((await ledger.findByIdentifier('pay_0123456789abcdef'))?.id).toBe(id);
    });

    it('knows nothing of other payments', async () => {
      const ledger = await subject.create();
      const intent = testIntent();
      await claimed(ledger, intent, NOW_MS);

      expect(await ledger.find(testIntent().key)).toBeUndefined();
      expect(await ledger.find({ ...intent.key, network: 'eip155:8453' })).toBeUndefined();
      expect(await ledger.findByIdentifier('pay_unknown_unknown')).toBeUndefined();
    });

    it('lets one of many concurrent claimants of a payment win, over two connections', async () => {
      const first = await subject.create();
      const second = await subject.reopen('boot-2');
      const intent = testIntent();

      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 ? first : second).claim(intent, NOW_MS)),
      );

      expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'payment_exists')).toHaveLength(39);
    });

    it('lets one of many concurrent claimants of an identifier win', async () => {
      const ledger = await subject.create();

      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => ledger.claim(testIntent({ identifier: 'pay_shared_by_many' }), NOW_MS)),
      );

      expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'identifier_exists')).toHaveLength(19);
    });

    const reach: Readonly<Record<PaymentState, (ledger: PaymentLedger, id: number) => Promise<void>>> = {
      settling: async () => undefined,
      settled: async (ledger, id) => void (await ledger.settled(id, SETTLEMENT, NOW_MS)),
      refused: (ledger, id) => ledger.refused(id, REFUSAL, NOW_MS),
      unknown: (ledger, id) => ledger.unknown(id, 'unconfirmed', 'timeout', NOW_MS),
      released: (ledger, id) => ledger.released(id, 'never used', NOW_MS),
    };
    const allowed: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
      settling: ['settled', 'refused', 'unknown', 'released'],
      unknown: ['settled', 'refused', 'released', 'unknown'],
      refused: ['settled', 'released'],
      settled: ['settled'],
      released: [],
    };
    const states = Object.keys(allowed) as readonly PaymentState[];
    const moves = states.flatMap((from) =>
      states.filter((to) => to !== 'settling').map((to) => [from, to, allowed[from].includes(to)] as const),
    );

    it.each(moves)('%s to %s is legal: %s', async (from, to, isLegal) => {
      const ledger = await subject.create();
      const intent = testIntent();
      const id = await claimed(ledger, intent, NOW_MS);
      await reach[from](ledger, id);

      const move = reach[to](ledger, id);

      if (isLegal) await expect(move).resolves.toBeUndefined();
      else await expect(move).rejects.toMatchObject({ message: expect.any(String) });
      expect((await ledger.find(intent.key))?.state).toBe(isLegal ? to : from);
    });

    it('keeps settlement, refusal and ambiguity', async () => {
      const ledger = await subject.create();
      const [settled, refused, unknown] = [testIntent(), testIntent(), testIntent()];
      await ledger.settled(await claimed(ledger, settled, NOW_MS), SETTLEMENT, NOW_MS);
      await ledger.refused(await claimed(ledger, refused, NOW_MS), REFUSAL, NOW_MS);
      await ledger.unknown(await claimed(ledger, unknown, NOW_MS), 'nonce_used', 'spent', NOW_MS);

      expect((await ledger.find(settled.key))?.settlement).toEqual(SETTLEMENT);
      expect((await ledger.find(refused.key))?.refusal).toEqual(REFUSAL);
      expect((await ledger.find(unknown.key))?.ambiguity).toBe('nonce_used');
    });

    it('keeps the first settlement, and says so to anyone who brings another one', async () => {
      const ledger = await subject.create();
      const intent = testIntent();
      const id = await claimed(ledger, intent, NOW_MS);
      const first = await ledger.settled(id, SETTLEMENT, NOW_MS);

      const other = { transaction: '0xdef', evidence: 'chain', paymentResponse: 'e30=' } as const;
      const second = await ledger.settled(id, other, NOW_MS);

      expect([first, second]).toEqual([SETTLEMENT, SETTLEMENT]);
      expect((await ledger.find(intent.key))?.settlement).toEqual(SETTLEMENT);
    });

    it('keeps the first settlement of two runs, whichever claimed', async () => {
      const [earlier, later] = [await subject.create(), await subject.reopen('boot-2')];
      const intents = [testIntent(), testIntent()];
      const ids: number[] = [];
      for (const intent of intents) ids.push(await claimed(earlier, intent, NOW_MS));
      const other = { transaction: '0xdef', evidence: 'chain', paymentResponse: 'e30=' } as const;

      const standing = [
        await later.settled(ids[0]!, other, NOW_MS),
        await earlier.settled(ids[0]!, SETTLEMENT, NOW_MS),
        await earlier.settled(ids[1]!, SETTLEMENT, NOW_MS),
        await later.settled(ids[1]!, other, NOW_MS),
      ];

      expect(standing).toEqual([other, other, SETTLEMENT, SETTLEMENT]);
      for (const ledger of [earlier, later]) expect((await ledger.find(intents[0]!.key))?.settlement).toEqual(other);
    });

    withdrawnClaimsContract(subject);
    calledFreeContract(subject);
    lostPaymentsContract(subject);

    it('keeps the first ambiguity', async () => {
      const ledger = await subject.create();
      const intent = testIntent();
      const id = await claimed(ledger, intent, NOW_MS);

      await ledger.unknown(id, 'unconfirmed', 'timeout', NOW_MS);
      await ledger.unknown(id, 'nonce_used', 'spent', NOW_MS);

      expect((await ledger.find(intent.key))?.ambiguity).toBe('unconfirmed');
    });

    it.each(['settled', 'released'] as const)('wipes the signature of a %s payment and nothing else', async (state) => {
      const ledger = await subject.create();
      const intent = testIntent();
      await reach[state](ledger, await claimed(ledger, intent, NOW_MS));

      const record = await ledger.find(intent.key);

      expect(JSON.stringify(record!.payload)).not.toContain('5ec2e7');
      expect(record!.payload).toMatchObject({
        x402Version: 2,
        payload: { authorization: { nonce: intent.key.nonce } },
      });
    });

    it('keeps the signature of a payment that may have to be settled again', async () => {
      const ledger = await subject.create();
      const intent = testIntent();
      await reach.unknown(ledger, await claimed(ledger, intent, NOW_MS));

      expect((await ledger.find(intent.key))?.payload).toEqual(intent.payload);
    });

    it.each(['refused', 'released'] as const)('frees the identifier of a %s payment', async (state) => {
      const ledger = await subject.create();
      const first = testIntent({ identifier: 'pay_used_once_again' });
      await reach[state](ledger, await claimed(ledger, first, NOW_MS));

      expect(await ledger.findByIdentifier('pay_used_once_again')).toBeUndefined();
      expect((await ledger.claim(testIntent({ identifier: 'pay_used_once_again' }), NOW_MS)).kind).toBe('claimed');
    });

    it('lets a refused payment be claimed again, with the new request and answer', async () => {
      const ledger = await subject.create();
      const intent = testIntent();
      const id = await claimed(ledger, intent, NOW_MS);
      await ledger.refused(id, REFUSAL, NOW_MS);
      const again = { ...intent, requestHash: 'd8'.repeat(32), identifier: 'pay_second_attempt' };

      const outcome = await ledger.claim(again, NOW_MS + 5_000);

      expect(outcome.kind).toBe('claimed');
      expect(await ledger.find(intent.key)).toMatchObject({
        state: 'settling',
        requestHash: again.requestHash,
        identifier: again.identifier,
        refusal: null,
      });
    });

    it.each(['settled', 'unknown', 'released'] as const)('never lets a %s payment be claimed again', async (state) => {
      const ledger = await subject.create();
      const intent = testIntent();
      await reach[state](ledger, await claimed(ledger, intent, NOW_MS));

      expect(await ledger.claim(intent, NOW_MS)).toEqual({ kind: 'payment_exists' });
    });

    it('marks a delivery once, and only of a settled payment', async () => {
      const ledger = await subject.create();
      const intent = testIntent();
      const id = await claimed(ledger, intent, NOW_MS);

      await expect(ledger.delivered(id, NOW_MS)).rejects.toMatchObject({ message: expect.any(String) });
      await ledger.settled(id, SETTLEMENT, NOW_MS);
      await ledger.delivered(id, NOW_MS + 1);
      await ledger.delivered(id, NOW_MS + 2);

      expect((await ledger.find(intent.key))?.deliveredAt).toBe(NOW_MS + 1);
    });

    it('lists as open what is unknown or settling, of every boot, oldest first', async () => {
      const ledger = await subject.create();
      const intents = [testIntent(), testIntent(), testIntent(), testIntent()];
      const ids: number[] = [];
      for (const intent of intents) ids.push(await claimed(ledger, intent, NOW_MS));
      await ledger.unknown(ids[1]!, 'unconfirmed', 'timeout', NOW_MS);
      await ledger.settled(ids[2]!, SETTLEMENT, NOW_MS);
      await ledger.refused(ids[3]!, REFUSAL, NOW_MS);
      const later = await subject.reopen('boot-2');

      for (const one of [ledger, later]) expect((await one.open(10)).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect((await later.open(1)).map(({ id }) => id)).toEqual(ids.slice(0, 1));
      expect((await later.open(10, ids[0])).map(({ id }) => id)).toEqual(ids.slice(1, 2));
    });

    it('counts payments by state', async () => {
      const ledger = await subject.create();
      await claimed(ledger, testIntent(), NOW_MS);
      await ledger.settled(await claimed(ledger, testIntent(), NOW_MS), SETTLEMENT, NOW_MS);

      expect(await ledger.counts()).toEqual({ settling: 1, settled: 1, refused: 0, unknown: 0, released: 0 });
    });

    it('refuses an unknown payment id', async () => {
      const ledger = await subject.create();

      await expect(ledger.settled(4_711, SETTLEMENT, NOW_MS)).rejects.toMatchObject({ message: expect.any(String) });
      await expect(ledger.lost(4_711, 'nothing', NOW_MS)).rejects.toMatchObject({ message: expect.any(String) });
      await expect(ledger.delivered(4_711, NOW_MS)).rejects.toMatchObject({ message: expect.any(String) });
    });
  });
}

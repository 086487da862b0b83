/// <reference types="jest" />
import type { ChainEvidence, ChainFinding } from '../evidence/chain-evidence';
import { failingLedger, GateHarness, type CallOutcome } from './gate-harness';
import type { LedgerSubject } from './payment-ledger.contract';

const IDENTIFIER = 'pay_0123456789abcdef';
const REFUSED = { kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds' } as const;
const PAST_WINDOW_MS = 200_000;

/** What becomes of payments that the facilitator refused before any broadcast, or said it did, over any ledger. */
export function refusedPaymentsContract(name: string, subject: LedgerSubject): void {
  const codesOf = (seen: readonly CallOutcome[]) => seen.map((one) => (typeof one === 'string' ? one : 200));
  const alarms = ({ events }: GateHarness) => events.filter(({ level }) => level === 'alarm').map(({ event }) => event);

  /** A chain that shows what the facilitator transferred, and that nothing else ever will be. */
  const withChain = async (wrap?: Parameters<typeof GateHarness.create>[2]) => {
    const evidence: ChainEvidence = {
      find: async ({ nonce, validBefore }): Promise<ChainFinding> => {
        if (harness.facilitator.transfers.has(nonce)) return { kind: 'paid', transaction: nonce };
        const isOver = harness.clock.now() / 1_000 > validBefore;
        return isOver ? { kind: 'never', reason: 'never used' } : { kind: 'unproven', reason: 'may still be used' };
      },
    };
    const harness: GateHarness = await GateHarness.create(subject, { evidence }, wrap);
    return harness;
  };

  describe(`refused payments over ${name}`, () => {
    describe('after their window', () => {
      it('are released when the chain says that they were never used', async () => {
        const harness = await withChain();
        const payment = harness.sign();
        harness.facilitator.settleScript.push(REFUSED);
        await harness.call({ payment });
        expect(await harness.reconciler.runOnce()).toMatchObject({ settled: 0, released: 0 });
        harness.clock.advance(PAST_WINDOW_MS);

        expect(await harness.reconciler.runOnce()).toEqual({ settled: 0, released: 1, open: 0, late: 0 });

        expect(await harness.ledger.counts()).toMatchObject({ refused: 0, released: 1 });
        expect(await harness.call({ payment })).toBe('payment_expired');
        expect(alarms(harness)).toEqual([]);
      });

      it('are settled late, with an alarm, when they were settled all the same; a retry has the answer', async () => {
        const harness = await withChain();
        const payment = harness.sign({ identifier: IDENTIFIER });
        harness.facilitator.settleScript.push('refused_after');
        expect(await harness.call({ payment })).toBe('payment_invalid');
        harness.clock.advance(PAST_WINDOW_MS);

        expect(await harness.reconciler.runOnce()).toEqual({ settled: 1, released: 0, open: 0, late: 0 });

        expect(alarms(harness)).toEqual(['settlement_late']);
        expect(await harness.call({ payment })).toMatchObject({ body: '{"answer":1}', replayed: true });
        expect(harness.facilitator.settleRequests).toHaveLength(1);
      });

      it('are looked up for a client that is quicker than the reconciler', async () => {
        const harness = await withChain();
        const [landed, lapsed] = [harness.sign(), harness.sign()];
        harness.facilitator.settleScript.push('refused_after', REFUSED);
        await harness.call({ payment: landed });
        await harness.call({ payment: lapsed });
        harness.clock.advance(PAST_WINDOW_MS);

        const seen = [await harness.call({ payment: landed }), await harness.call({ payment: lapsed })];

        expect(codesOf(seen)).toEqual([200, 'payment_expired']);
        expect(alarms(harness)).toEqual(['settlement_late']);
      });

      it('are answered to another request as what they are: spent', async () => {
        const harness = await withChain();
        const payment = harness.sign();
        harness.facilitator.settleScript.push('refused_after');
        await harness.call({ payment });
        harness.clock.advance(PAST_WINDOW_MS);

        expect(await harness.call({ payment, fingerprint: 'other' })).toBe('payment_replayed');
        expect(await harness.call({ payment })).toMatchObject({ body: '{"answer":1}' });
      });

      it('have their answer although their identifier went to the next payment', async () => {
        const harness = await withChain();
        const [first, second] = [harness.sign({ identifier: IDENTIFIER }), harness.sign({ identifier: IDENTIFIER })];
        harness.facilitator.settleScript.push('refused_after');
        await harness.call({ payment: first });
        await harness.call({ payment: second });
        harness.clock.advance(PAST_WINDOW_MS);
        await harness.reconciler.runOnce();

        const seen = [await harness.call({ payment: first }), await harness.call({ payment: second })];

        expect(seen).toMatchObject([{ body: '{"answer":1}' }, { body: '{"answer":2}' }]);
      });

      it('have it again although somebody else took it first, without their identifier', async () => {
        const harness = await withChain();
        const [first, second] = [harness.sign({ identifier: IDENTIFIER }), harness.sign({ identifier: IDENTIFIER })];
        const stolen = harness.sign({ nonce: first.nonce });
        harness.facilitator.settleScript.push('refused_after');
        await harness.call({ payment: first });
        await harness.call({ payment: second });
        harness.clock.advance(PAST_WINDOW_MS);
        await harness.reconciler.runOnce();
        expect(await harness.call({ payment: stolen })).toMatchObject({ body: '{"answer":1}' });

        expect(await harness.call({ payment: first })).toMatchObject({ body: '{"answer":1}' });
        harness.clock.advance(300_000);
        expect(await harness.call({ payment: stolen })).toBe('payment_replayed');
        expect(await harness.call({ payment: first })).toMatchObject({ body: '{"answer":1}' });
      });

      it('are expired, and neither released nor answered, as long as the chain cannot tell', async () => {
        const evidence: ChainEvidence = { find: async () => ({ kind: 'unproven', reason: 'head lags' }) };
        const harness = await GateHarness.create(subject, { evidence });
        const payment = harness.sign();
        harness.facilitator.settleScript.push(REFUSED);
        await harness.call({ payment });
        harness.clock.advance(PAST_WINDOW_MS);

        expect(await harness.call({ payment })).toBe('payment_expired');
        expect(await harness.ledger.counts()).toMatchObject({ refused: 1, released: 0, settled: 0 });
      });

      it('stay as they are where no chain can be asked', async () => {
        const harness = await GateHarness.create(subject);
        const payment = harness.sign();
        harness.facilitator.settleScript.push('refused_after');
        await harness.call({ payment });
        harness.clock.advance(PAST_WINDOW_MS);

        expect(await harness.reconciler.runOnce()).toEqual({ settled: 0, released: 0, open: 0, late: 0 });

        expect((await harness.ledger.counts()).refused).toBe(1);
      });

      it('leave their identifier to the next payment, also while they are looked at', async () => {
        let answer: (finding: ChainFinding) => void = () => undefined;
        const harness = await GateHarness.create(subject, {
          evidence: { find: () => new Promise<ChainFinding>((resolve) => (answer = resolve)) },
        });
        harness.facilitator.settleScript.push(REFUSED);
        await harness.call({ payment: harness.sign({ identifier: IDENTIFIER }) });
        harness.clock.advance(PAST_WINDOW_MS);
        const looking = harness.reconciler.runOnce();
        await new Promise((resolve) => setTimeout(resolve, 20));

        expect(await harness.call({ payment: harness.sign({ identifier: IDENTIFIER }) })).toMatchObject({
          replayed: false,
        });
        answer({ kind: 'never', reason: 'never used' });
        expect(await looking).toMatchObject({ released: 1 });
      });

      it('come all in turn, even behind many whose fate the chain does not tell', async () => {
        const harness = await GateHarness.create(subject, {
          evidence: {
            find: async ({ nonce }) =>
              nonce === last.nonce ? { kind: 'never', reason: 'unused' } : { kind: 'unproven', reason: 'head lags' },
          },
        });
        const payments = Array.from({ length: 13 }, () => harness.sign());
        const last = payments[12]!;
        for (const [client, payment] of payments.entries()) {
          harness.facilitator.settleScript.push(REFUSED);
          await harness.call({ payment, client: `192.0.2.${client}` });
        }
        harness.clock.advance(PAST_WINDOW_MS);

        expect(await harness.reconciler.runOnce()).toMatchObject({ released: 0, open: 0 });
        expect(await harness.reconciler.runOnce()).toMatchObject({ released: 1, open: 0 });
        expect((await harness.ledger.counts()).refused).toBe(12);
      });
    });

    describe('tried again in their window, with a nonce that is spent by now', () => {
      const triedAgain = async (harness: GateHarness, call: { readonly fingerprint?: string } = {}) => {
        const payment = harness.sign({ identifier: IDENTIFIER });
        harness.facilitator.settleScript.push('refused_after');
        const first = await harness.call({ payment });
        const second = await harness.call({ payment, ...call });
        return { payment, seen: codesOf([first, second]) };
      };

      it('are answered when the chain shows the payment', async () => {
        const harness = await withChain();

        const { payment, seen } = await triedAgain(harness);

        expect(seen).toEqual(['payment_invalid', 200]);
        expect(alarms(harness)).toEqual(['settlement_late']);
        expect(harness.facilitator.settleRequests).toHaveLength(1);
        expect(await harness.call({ payment })).toMatchObject({ replayed: true });
      });

      it('are answered for the request they come with', async () => {
        const harness = await withChain();

        const { payment, seen } = await triedAgain(harness, { fingerprint: 'other' });

        expect(seen).toEqual(['payment_invalid', 200]);
        expect(await harness.call({ payment, fingerprint: 'other' })).toMatchObject({ body: '{"answer":2}' });
        expect(await harness.call({ payment })).toBe('payment_id_conflict');
      });

      it('are held where no chain can be asked: nobody is asked to sign a second payment, ever', async () => {
        const harness = await GateHarness.create(subject);

        const { payment, seen } = await triedAgain(harness);
        await harness.boot();
        await harness.reconciler.runOnce();
        harness.clock.advance(PAST_WINDOW_MS);

        expect(seen).toEqual(['payment_invalid', 'settlement_unknown']);
        expect(await harness.call({ payment })).toBe('settlement_unknown');
        expect(await harness.ledger.counts()).toMatchObject({ unknown: 1, settled: 0 });
      });

      it('are replays when the chain shows that it paid somebody else', async () => {
        const harness = await GateHarness.create(subject, {
          evidence: { find: () => Promise.resolve({ kind: 'never', reason: 'used for another transfer' }) },
        });

        const { payment, seen } = await triedAgain(harness);

        expect(seen).toEqual(['payment_invalid', 'payment_replayed']);
        expect(await harness.call({ payment })).toBe('payment_expired');
      });

      it('are held when the ledger fails to say so', async () => {
        const harness = await withChain((ledger) => failingLedger(ledger, 'claimAsUnknown', 'before'));

        const { payment, seen } = await triedAgain(harness);

        expect(seen).toEqual(['payment_invalid', 'settlement_unknown']);
        expect(await harness.call({ payment })).toMatchObject({ replayed: false });
      });

      it('are a replay when this service never tried the payment', async () => {
        const harness = await GateHarness.create(subject);
        const payment = harness.sign();
        harness.facilitator.transfers.set(payment.nonce, 1_000n);

        expect(await harness.call({ payment })).toBe('payment_replayed');
      });
    });
  });
}

/// <reference types="jest" />
import type { ChainEvidence } from '../evidence/chain-evidence';
import { changed, failingLedger, GateHarness, type CallOutcome } from './gate-harness';
import type { LedgerSubject } from './payment-ledger.contract';

const IDENTIFIER = 'pay_0123456789abcdef';

/** What the gate and the reconciler promise when the ledger fails or the process dies, over any ledger. */
export function paymentFaultsContract(name: string, subject: LedgerSubject): void {
  const create = (wrap?: Parameters<typeof GateHarness.create>[2]) => GateHarness.create(subject, {}, wrap);
  const codesOf = (seen: readonly CallOutcome[]) => seen.map((one) => (typeof one === 'string' ? one : 200));

  describe(`payments over ${name}`, () => {
    describe('a ledger that fails', () => {
      it.each(['before', 'after'] as const)('to claim, %s writing: paused, nothing sent, later paid', async (when) => {
        const harness = await create((ledger) => failingLedger(ledger, 'claim', when));
        const payment = harness.sign();

        expect(await harness.call({ payment })).toBe('paused');
        expect(harness.facilitator.settleRequests).toHaveLength(0);
        await harness.boot();
        await harness.reconciler.runOnce();
        expect(harness.facilitator.settleRequests).toHaveLength(0);
        expect(await harness.call({ payment })).toMatchObject({ body: expect.any(String) });
        expect(harness.facilitator.transfers.size).toBe(1);
      });

      it.each(['before', 'after'] as const)(
        'to claim, %s writing, and to take it back: never called free',
        async (when) => {
          const harness = await create((ledger) =>
            failingLedger(failingLedger(ledger, 'withdraw', 'before'), 'claim', when),
          );
          const payment = harness.sign();

          expect(await harness.call({ payment })).toBe('settlement_unknown');
          expect(harness.facilitator.settleRequests).toHaveLength(0);
          expect(await harness.call({ payment })).toMatchObject({ body: expect.any(String) });
          expect(harness.facilitator.transfers.size).toBe(1);
        },
      );

      it('to claim, where another process holds the payment: said to be in progress', async () => {
        const harness = await create((ledger) =>
          failingLedger(changed(ledger, { withdraw: async () => 'held' }), 'claim', 'before'),
        );

        expect(await harness.call({ payment: harness.sign() })).toBe('payment_in_progress');
      });

      it('to be the first to store the settlement: the one that stands is answered', async () => {
        const theirs = { transaction: '0xdef', evidence: 'facilitator', paymentResponse: 'e30=' } as const;
        const harness = await create((ledger) =>
          changed(ledger, {
            async settled(id, settlement, nowMs) {
              await ledger.settled(id, theirs, nowMs);
              return ledger.settled(id, settlement, nowMs);
            },
          }),
        );
        const [payment, doubted] = [harness.sign(), harness.sign()];

        expect(await harness.call({ payment })).toMatchObject({ paymentResponse: theirs.paymentResponse });
        expect(await harness.call({ payment })).toMatchObject({ paymentResponse: theirs.paymentResponse });

        harness.facilitator.settleScript.push('lost_before');
        expect(await harness.call({ payment: doubted })).toBe('settlement_unknown');
        expect(await harness.call({ payment: doubted })).toMatchObject({ paymentResponse: theirs.paymentResponse });
      });

      it.each(['before', 'after'] as const)(
        'to store the settlement, %s writing: the answer goes out',
        async (when) => {
          const harness = await create((ledger) => failingLedger(ledger, 'settled', when));
          const payment = harness.sign({ identifier: IDENTIFIER });

          const first = await harness.call({ payment });
          const second = await harness.call({ payment });
          const report = await harness.reconciler.runOnce();

          expect(report.late).toBe(0);
          expect(first).toMatchObject({ body: '{"answer":1}' });
          expect(second).toEqual({ ...(first as object), replayed: true });
          expect((await harness.ledger.counts()).settled).toBe(1);
          expect(harness.facilitator.settleRequests).toHaveLength(1);
        },
      );

      it('to store the settlement, with nobody asking again: the reconciler stores it, hash and all', async () => {
        const harness = await create((ledger) => failingLedger(ledger, 'settled', 'before'));
        const payment = harness.sign();
        const first = await harness.call({ payment });

        expect(await harness.reconciler.runOnce()).toEqual({ settled: 0, released: 0, open: 0, late: 0 });

        const record = (await (await subject.reopen('onlooker')).counts()).settled;
        expect(record).toBe(1);
        expect(await harness.call({ payment })).toEqual({ ...(first as object), replayed: true });
        expect(harness.facilitator.settleRequests).toHaveLength(1);
      });

      it('to store the settlement before a crash: the next boot settles again and has the answer', async () => {
        const harness = await create((ledger) => failingLedger(ledger, 'settled', 'before', 9));
        const payment = harness.sign();
        const first = await harness.call({ payment });
        await harness.boot();

        const report = await harness.reconciler.runOnce();

        expect(report).toMatchObject({ settled: 1, open: 0 });
        const { body, paymentResponse } = first as { body: string; paymentResponse: string };
        const receipt = (text: string): object => JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as object;
        const again = (await harness.call({ payment })) as { body: string; paymentResponse: string };
        expect(again.body).toBe(body);
        // Only the transaction is not known again without a chain to ask.
        expect(receipt(again.paymentResponse)).toEqual({ ...receipt(paymentResponse), transaction: '' });
        expect(harness.facilitator.transfers.size).toBe(1);
      });

      it.each(['before', 'after'] as const)(
        'to store the doubt, %s writing: still unknown, still resolved',
        async (when) => {
          const harness = await create((ledger) => failingLedger(ledger, 'unknown', when));
          const payment = harness.sign();
          harness.facilitator.settleScript.push('lost_after');

          expect(await harness.call({ payment })).toBe('settlement_unknown');
          expect(await harness.call({ payment })).toMatchObject({ body: '{"answer":1}' });
        },
      );

      it('to store the doubt, with nobody asking again: the reconciler resolves it', async () => {
        const harness = await create((ledger) => failingLedger(ledger, 'unknown', 'before'));
        const payment = harness.sign();
        harness.facilitator.settleScript.push('lost_before');
        await harness.call({ payment });

        expect(await harness.reconciler.runOnce()).toMatchObject({ settled: 1, open: 0 });
        expect(await harness.call({ payment })).toMatchObject({ body: '{"answer":1}' });
      });

      it('to store that the chain rules a payment out: still unknown, with an alarm, and released later', async () => {
        const evidence: ChainEvidence = { find: async () => ({ kind: 'never', reason: 'cancelled' }) };
        const harness = await GateHarness.create(subject, { evidence }, (ledger) =>
          failingLedger(ledger, 'released', 'before'),
        );
        const payment = harness.sign();
        harness.facilitator.settleScript.push('lost_before', 'lost_before', 'lost_before');
        await harness.call({ payment });

        expect(await harness.call({ payment })).toBe('settlement_unknown');
        expect(harness.events).toContainEqual({
          level: 'alarm',
          event: 'ledger_failed',
          reason: expect.stringContaining('database or disk is full'),
        });
        expect(await harness.call({ payment })).toBe('payment_expired');
      });

      it('to store a refusal: not called free, since the row would be settled again', async () => {
        const harness = await create((ledger) => failingLedger(ledger, 'refused', 'before'));
        harness.facilitator.settleScript.push({
          kind: 'refused',
          code: 'payment_invalid',
          reason: 'insufficient_funds',
        });

        expect(await harness.call({ payment: harness.sign() })).toBe('settlement_unknown');
      });

      it('to store a delivery: the answer is given again', async () => {
        const harness = await create((ledger) => failingLedger(ledger, 'delivered', 'before'));
        const payment = harness.sign();
        const first = await harness.call({ payment });

        expect(await harness.call({ payment })).toEqual({ ...(first as object), replayed: true });
      });

      it('to look up: paused, and nothing asked of the facilitator', async () => {
        const harness = await create((ledger) => failingLedger(ledger, 'find', 'before'));

        expect(await harness.call({ payment: harness.sign() })).toBe('paused');
        expect(harness.facilitator.verifyRequests).toHaveLength(0);
      });
    });

    it('resolves what a killed process left settling, whether or not the call had left', async () => {
      const harness = await create();
      const [sent, unsent] = [harness.sign(), harness.sign()];
      const never = new Promise<never>(() => undefined);
      const settle = harness.facilitator.settle.bind(harness.facilitator);
      let calls = 0;
      harness.facilitator.settle = async (request) => {
        if (++calls === 1) await settle(request);
        return never;
      };
      void harness.call({ payment: sent });
      void harness.call({ payment: unsent });
      while (calls < 2) await new Promise((resolve) => setImmediate(resolve));
      harness.facilitator.settle = settle;
      await harness.boot();

      const report = await harness.reconciler.runOnce();

      expect(report).toEqual({ settled: 2, released: 0, open: 0, late: 0 });
      expect(codesOf([await harness.call({ payment: sent }), await harness.call({ payment: unsent })])).toEqual([
        200, 200,
      ]);
      expect(harness.facilitator.transfers.size).toBe(2);
    });

    it('settles a payment once while it is being settled, no matter who else sends it', async () => {
      const harness = await create();
      const payment = harness.sign({ identifier: IDENTIFIER });
      let resume: () => void = () => undefined;
      harness.facilitator.pause = new Promise((resolve) => (resume = resolve));
      const first = harness.call({ payment });
      while (harness.facilitator.settleRequests.length < 1) await new Promise((resolve) => setImmediate(resolve));

      expect(await harness.call({ payment })).toBe('payment_in_progress');
      expect(await harness.call({ payment, fingerprint: 'other' })).toBe('payment_id_conflict');
      resume();
      expect(await first).toMatchObject({ replayed: false });
      expect(harness.facilitator.settleRequests).toHaveLength(1);
    });

    it('leaves a payment to the client that is asking about it', async () => {
      const harness = await create();
      const payment = harness.sign();
      harness.facilitator.settleScript.push('lost_after');
      await harness.call({ payment });
      let resume: () => void = () => undefined;
      harness.facilitator.pause = new Promise((resolve) => (resume = resolve));
      const asking = harness.call({ payment });
      while (harness.facilitator.settleRequests.length < 2) await new Promise((resolve) => setImmediate(resolve));

      const report = await harness.reconciler.runOnce();
      resume();

      expect(report.open).toBe(1);
      expect(await asking).toMatchObject({ body: '{"answer":1}' });
      expect(harness.facilitator.settleRequests).toHaveLength(2);
    });

    it('stops settling again when the window is long over, and never gives up without proof', async () => {
      const harness = await create();
      harness.facilitator.settleScript.push('lost_before');
      await harness.call({ payment: harness.sign() });
      harness.clock.advance(200_000);

      expect(await harness.reconciler.runOnce()).toMatchObject({ open: 1 });
      expect(harness.facilitator.settleRequests).toHaveLength(1);
      expect((await harness.ledger.counts()).unknown).toBe(1);
    });
  });
}

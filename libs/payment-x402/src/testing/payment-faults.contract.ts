/// <reference types="jest" />
import { failingLedger, GateWorld, type Seen } from './gate-world';
import type { LedgerHarness } from './payment-ledger.contract';

const IDENTIFIER = 'pay_0123456789abcdef';

/** What the gate and the reconciler promise when the ledger fails or the process dies, over any ledger. */
export function paymentFaultsContract(name: string, harness: LedgerHarness): void {
  const create = (wrap?: Parameters<typeof GateWorld.create>[2]) => GateWorld.create(harness, {}, wrap);
  const codesOf = (seen: readonly Seen[]) => seen.map((one) => (typeof one === 'string' ? one : 200));

  describe(`payments over ${name}`, () => {
    describe('a ledger that fails', () => {
      it.each(['before', 'after'] as const)('to claim, %s writing: paused, nothing sent, later paid', async (when) => {
        const world = await create((ledger) => failingLedger(ledger, 'claim', when));
        const payment = world.sign();

        expect(await world.call({ payment })).toBe('paused');
        expect(world.facilitator.settleRequests).toHaveLength(0);
        await world.boot();
        await world.reconciler.runOnce();
        expect(world.facilitator.settleRequests).toHaveLength(0);
        expect(await world.call({ payment })).toMatchObject({ body: expect.any(String) });
        expect(world.facilitator.transfers.size).toBe(1);
      });

      it.each(['before', 'after'] as const)(
        'to store the settlement, %s writing: the answer goes out',
        async (when) => {
          const world = await create((ledger) => failingLedger(ledger, 'settled', when));
          const payment = world.sign({ identifier: IDENTIFIER });

          const first = await world.call({ payment });
          const second = await world.call({ payment });
          const report = await world.reconciler.runOnce();

          expect(report.late).toBe(0);
          expect(first).toMatchObject({ body: '{"answer":1}' });
          expect(second).toEqual({ ...(first as object), replayed: true });
          expect((await world.ledger.counts()).settled).toBe(1);
          expect(world.facilitator.settleRequests).toHaveLength(1);
        },
      );

      it('to store the settlement, with nobody asking again: the reconciler stores it, hash and all', async () => {
        const world = await create((ledger) => failingLedger(ledger, 'settled', 'before'));
        const payment = world.sign();
        const first = await world.call({ payment });

        expect(await world.reconciler.runOnce()).toEqual({ settled: 0, released: 0, open: 0, late: 0 });

        const record = (await (await harness.reopen('onlooker')).counts()).settled;
        expect(record).toBe(1);
        expect(await world.call({ payment })).toEqual({ ...(first as object), replayed: true });
        expect(world.facilitator.settleRequests).toHaveLength(1);
      });

      it('to store the settlement before a crash: the next boot settles again and has the answer', async () => {
        const world = await create((ledger) => failingLedger(ledger, 'settled', 'before', 9));
        const payment = world.sign();
        const first = await world.call({ payment });
        await world.boot();

        const report = await world.reconciler.runOnce();

        expect(report).toMatchObject({ settled: 1, open: 0 });
        const { body, paymentResponse } = first as { body: string; paymentResponse: string };
        const receipt = (text: string): object => JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as object;
        const again = (await world.call({ payment })) as { body: string; paymentResponse: string };
        expect(again.body).toBe(body);
        // Only the transaction is not known again without a chain to ask.
        expect(receipt(again.paymentResponse)).toEqual({ ...receipt(paymentResponse), transaction: '' });
        expect(world.facilitator.transfers.size).toBe(1);
      });

      it.each(['before', 'after'] as const)(
        'to store the doubt, %s writing: still unknown, still resolved',
        async (when) => {
          const world = await create((ledger) => failingLedger(ledger, 'unknown', when));
          const payment = world.sign();
          world.facilitator.settleScript.push('lost_after');

          expect(await world.call({ payment })).toBe('settlement_unknown');
          expect(await world.call({ payment })).toMatchObject({ body: '{"answer":1}' });
        },
      );

      it('to store the doubt, with nobody asking again: the reconciler resolves it', async () => {
        const world = await create((ledger) => failingLedger(ledger, 'unknown', 'before'));
        const payment = world.sign();
        world.facilitator.settleScript.push('lost_before');
        await world.call({ payment });

        expect(await world.reconciler.runOnce()).toMatchObject({ settled: 1, open: 0 });
        expect(await world.call({ payment })).toMatchObject({ body: '{"answer":1}' });
      });

      it('to store a refusal: not called free, since the row would be settled again', async () => {
        const world = await create((ledger) => failingLedger(ledger, 'refused', 'before'));
        world.facilitator.settleScript.push({ kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds' });

        expect(await world.call({ payment: world.sign() })).toBe('settlement_unknown');
      });

      it('to store a delivery: the answer is given again', async () => {
        const world = await create((ledger) => failingLedger(ledger, 'delivered', 'before'));
        const payment = world.sign();
        const first = await world.call({ payment });

        expect(await world.call({ payment })).toEqual({ ...(first as object), replayed: true });
      });

      it('to look up: paused, and nothing asked of the facilitator', async () => {
        const world = await create((ledger) => failingLedger(ledger, 'find', 'before'));

        expect(await world.call({ payment: world.sign() })).toBe('paused');
        expect(world.facilitator.verifyRequests).toHaveLength(0);
      });
    });

    it('resolves what a killed process left settling, whether or not the call had left', async () => {
      const world = await create();
      const [sent, unsent] = [world.sign(), world.sign()];
      const never = new Promise<never>(() => undefined);
      const settle = world.facilitator.settle.bind(world.facilitator);
      let calls = 0;
      world.facilitator.settle = async (request) => {
        if (++calls === 1) await settle(request);
        return never;
      };
      void world.call({ payment: sent });
      void world.call({ payment: unsent });
      while (calls < 2) await new Promise((resolve) => setImmediate(resolve));
      world.facilitator.settle = settle;
      await world.boot();

      const report = await world.reconciler.runOnce();

      expect(report).toEqual({ settled: 2, released: 0, open: 0, late: 0 });
      expect(codesOf([await world.call({ payment: sent }), await world.call({ payment: unsent })])).toEqual([200, 200]);
      expect(world.facilitator.transfers.size).toBe(2);
    });

    it('settles a payment once while it is being settled, whoever else sends it', async () => {
      const world = await create();
      const payment = world.sign({ identifier: IDENTIFIER });
      let resume: () => void = () => undefined;
      world.facilitator.pause = new Promise((resolve) => (resume = resolve));
      const first = world.call({ payment });
      while (world.facilitator.settleRequests.length < 1) await new Promise((resolve) => setImmediate(resolve));

      expect(await world.call({ payment })).toBe('payment_in_progress');
      expect(await world.call({ payment, fingerprint: 'other' })).toBe('payment_id_conflict');
      resume();
      expect(await first).toMatchObject({ replayed: false });
      expect(world.facilitator.settleRequests).toHaveLength(1);
    });

    it('leaves a payment to the client that is asking about it', async () => {
      const world = await create();
      const payment = world.sign();
      world.facilitator.settleScript.push('lost_after');
      await world.call({ payment });
      let resume: () => void = () => undefined;
      world.facilitator.pause = new Promise((resolve) => (resume = resolve));
      const asking = world.call({ payment });
      while (world.facilitator.settleRequests.length < 2) await new Promise((resolve) => setImmediate(resolve));

      const report = await world.reconciler.runOnce();
      resume();

      expect(report.open).toBe(1);
      expect(await asking).toMatchObject({ body: '{"answer":1}' });
      expect(world.facilitator.settleRequests).toHaveLength(2);
    });

    it('stops settling again when the window is long over, and never gives up without proof', async () => {
      const world = await create();
      world.facilitator.settleScript.push('lost_before');
      await world.call({ payment: world.sign() });
      world.clock.advance(200_000);

      expect(await world.reconciler.runOnce()).toMatchObject({ open: 1 });
      expect(world.facilitator.settleRequests).toHaveLength(1);
      expect((await world.ledger.counts()).unknown).toBe(1);
    });
  });
}

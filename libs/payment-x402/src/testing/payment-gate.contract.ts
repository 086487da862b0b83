/// <reference types="jest" />
import {
  codesOf,
  GateHarness,
  SAMPLE_IDENTIFIER as IDENTIFIER,
  SAMPLE_RESOURCE,
  type CallOutcome,
} from './gate-harness';
import type { LedgerSubject } from './payment-ledger.contract';
import { settlementOutcomes } from './settlement-outcomes.contract';

/** What the gate promises over any ledger that keeps its contract. */
export function paymentGateContract(name: string, subject: LedgerSubject): void {
  const create = (...rest: [Parameters<typeof GateHarness.create>[1]?, Parameters<typeof GateHarness.create>[2]?]) =>
    GateHarness.create(subject, ...rest);

  describe(`the payment gate over ${name}`, () => {
    it.each([1, 2] as const)('answers a v%i payment once it is settled', async (x402Version) => {
      const harness = await create();
      const payment = harness.sign({ x402Version });

      const seen = await harness.call({ payment, x402Version });

      expect(seen).toMatchObject({ body: '{"answer":1}', replayed: false });
      expect(
        JSON.parse(Buffer.from((seen as { paymentResponse: string }).paymentResponse, 'base64').toString()),
      ).toEqual({
        success: true,
        transaction: payment.nonce,
        network: x402Version === 1 ? 'base-sepolia' : 'eip155:84532',
        payer: payment.payer,
      });
      expect(harness.facilitator.transfers).toEqual(new Map([[payment.nonce, 1_000n]]));
      expect((await harness.ledger.counts()).settled).toBe(1);
      expect(harness.locks.count).toBe(0);
    });

    it('settles one payment once and answers it once, no matter who sends it at the same time', async () => {
      const harness = await create();
      const payment = harness.sign();

      let resume: () => void = () => undefined;
      harness.facilitator.pause = new Promise((resolve) => (resume = resolve));
      const seen: CallOutcome[] = [];
      const calls = Array.from({ length: 10 }, async () => void seen.push(await harness.call({ payment })));
      while (seen.length < 9) await new Promise((resolve) => setImmediate(resolve));
      resume();
      await Promise.all(calls);

      expect(codesOf(seen).filter((code) => code === 200)).toHaveLength(1);
      expect(codesOf(seen).filter((code) => code === 'payment_in_progress')).toHaveLength(9);
      expect(harness.facilitator.settleRequests).toHaveLength(1);
    });

    it('settles nothing for a request that ends without an answer, and leaves its payment usable', async () => {
      const harness = await create();
      const payment = harness.sign({ identifier: IDENTIFIER });
      const admission = await harness.admit({ payment });

      if (admission.kind === 'admitted') admission.release();

      expect(harness.facilitator.verifyRequests).toHaveLength(0);
      expect(await harness.call({ payment })).toMatchObject({ body: '{"answer":1}' });
    });

    it('claims before it settles, with the answer on disk', async () => {
      const harness = await create();
      const payment = harness.sign();
      let stateAtSettle: unknown;
      const settle = harness.facilitator.settle.bind(harness.facilitator);
      harness.facilitator.settle = async (request) => {
        const [row] = await (await subject.reopen('onlooker')).open(1);
        stateAtSettle = [row?.state, Buffer.from(row?.answer.body ?? []).toString()];
        return settle(request);
      };

      await harness.call({ payment });

      expect(stateAtSettle).toEqual(['settling', '{"answer":1}']);
    });

    describe('the same payment again', () => {
      it('gets the byte-identical answer with its identifier, any number of times and after a restart', async () => {
        const harness = await create();
        const payment = harness.sign({ identifier: IDENTIFIER });
        const first = await harness.call({ payment });

        const second = await harness.call({ payment });
        await harness.boot();
        harness.clock.advance(24 * 3_600_000);
        const third = await harness.call({ payment });

        expect(second).toEqual({ ...(first as object), replayed: true });
        expect(third).toEqual(second);
        expect(harness.facilitator.settleRequests).toHaveLength(1);
      });

      it('is a replay without an identifier five minutes after its answer was first delivered', async () => {
        const harness = await create();
        const payment = harness.sign();
        const first = await harness.call({ payment });
        harness.clock.advance(299_999);
        const again = await harness.call({ payment });
        harness.clock.advance(1);

        expect(again).toEqual({ ...(first as object), replayed: true });
        expect(await harness.call({ payment })).toBe('payment_replayed');
        expect(harness.facilitator.settleRequests).toHaveLength(1);
      });

      it('is a replay for anyone who has its signed fields alone, delivered or not, and no refusal of its payer', async () => {
        const harness = await create();
        const [lost, given] = [harness.sign(), harness.sign()];
        await harness.call({ payment: lost, delivered: false });
        await harness.call({ payment: given });
        const copyOf = ({ nonce }: { readonly nonce: string }, identifier?: string) =>
          harness.sign({ nonce, identifier, signature: `0x${'11'.repeat(64)}1b` });

        expect(await harness.call({ payment: copyOf(lost) })).toBe('payment_replayed');
        expect(await harness.call({ payment: copyOf(lost, IDENTIFIER) })).toBe('payment_replayed');
        expect(await harness.call({ payment: copyOf(given) })).toBe('payment_replayed');
        expect(await harness.call({ payment: lost })).toMatchObject({ body: '{"answer":1}' });
      });

      it('is answered to its payer also with another signature of his own, after a restart too', async () => {
        const harness = await create();
        const payment = harness.sign();
        await harness.call({ payment, delivered: false });
        const capitals = `0x${signatureOf(payment).slice(2).toUpperCase()}`;
        await harness.boot();

        expect(
          await harness.call({ payment: harness.sign({ nonce: payment.nonce, signature: capitals }) }),
        ).toMatchObject({
          body: '{"answer":1}',
        });
      });

      it('that is held gives a copy of its signed fields nothing', async () => {
        const harness = await create();
        const payment = harness.sign();
        harness.facilitator.settleScript.push('lost_after');
        await harness.call({ payment });
        const copy = harness.sign({ nonce: payment.nonce, signature: `0x${'11'.repeat(64)}1b` });

        expect(await harness.call({ payment: copy })).toBe('payment_in_progress');
        expect(await harness.call({ payment })).toMatchObject({ body: '{"answer":1}' });
        expect(await harness.call({ payment: copy })).toBe('payment_replayed');
      });

      it('gets the answer without an identifier as long as it was not delivered', async () => {
        const harness = await create();
        const payment = harness.sign();
        const first = await harness.call({ payment, delivered: false });

        const second = await harness.call({ payment, delivered: false });
        const third = await harness.call({ payment });

        expect([second, third]).toEqual([0, 1].map(() => ({ ...(first as object), replayed: true })));
        harness.clock.advance(300_000);
        expect(await harness.call({ payment })).toBe('payment_replayed');
      });

      it('is a replay for another request, a conflict when it carries its identifier', async () => {
        const harness = await create();
        const [plain, identified] = [harness.sign(), harness.sign({ identifier: IDENTIFIER })];
        await harness.call({ payment: plain, delivered: false });
        await harness.call({ payment: identified });

        expect(await harness.call({ payment: plain, fingerprint: 'other' })).toBe('payment_replayed');
        expect(await harness.call({ payment: identified, fingerprint: 'other' })).toBe('payment_id_conflict');
      });

      it('is another payment when only its nonce is the same', async () => {
        const harness = await create();
        const [settled, held, refused] = [harness.sign({ identifier: IDENTIFIER }), harness.sign(), harness.sign()];
        const twin = (of: { readonly nonce: string }, identifier?: string) =>
          harness.sign({ nonce: of.nonce, value: 2_000n, identifier });
        await harness.call({ payment: settled, delivered: false });
        harness.facilitator.settleScript.push('lost_before', { kind: 'refused', code: 'payment_invalid', reason: 'x' });
        await harness.call({ payment: held });
        await harness.call({ payment: refused });

        expect(await harness.call({ payment: twin(settled) })).toBe('payment_replayed');
        expect(await harness.call({ payment: twin(settled, IDENTIFIER) })).toBe('payment_id_conflict');
        expect(await harness.call({ payment: twin(held) })).toBe('payment_replayed');
        expect(await harness.call({ payment: twin(refused) })).toMatchObject({ replayed: false });
      });

      it('is recognised in another spelling', async () => {
        const harness = await create();
        const payment = harness.sign({ identifier: IDENTIFIER });
        const first = await harness.call({ payment });
        const shouted =
          payment.header && JSON.stringify(payment.payload).replace(payment.payer, payment.payer.toLowerCase());
        const respelled = Buffer.from(` ${shouted}`).toString('base64');

        expect(respelled).not.toBe(payment.header);
        expect(await harness.call({ payment: respelled })).toEqual({ ...(first as object), replayed: true });
      });
    });

    it('refuses an identifier that another payment has, settled or in process', async () => {
      const harness = await create();
      const held = await harness.admit({ payment: harness.sign({ identifier: IDENTIFIER }) });

      expect(await harness.call({ payment: harness.sign({ identifier: IDENTIFIER }) })).toBe('payment_id_conflict');
      if (held.kind === 'admitted') await held.settle(harness.nextAnswer());
      expect(await harness.call({ payment: harness.sign({ identifier: IDENTIFIER }) })).toBe('payment_id_conflict');
      expect(harness.facilitator.verifyRequests).toHaveLength(1);
    });

    settlementOutcomes(create);

    it('sends the facilitator the signed value as the amount, in the version of the payment', async () => {
      const harness = await create();
      const overpaid = harness.sign({ value: 1_234n });
      const v1 = harness.sign({ x402Version: 1, value: 2_345n });

      await harness.call({ payment: overpaid });
      await harness.call({ payment: v1, x402Version: 1 });

      const [first, second] = harness.facilitator.settleRequests;
      expect(first).toMatchObject({
        x402Version: 2,
        paymentPayload: overpaid.payload,
        paymentRequirements: { amount: '1234', network: 'eip155:84532' },
      });
      expect(second).toMatchObject({
        x402Version: 1,
        paymentPayload: v1.payload,
        paymentRequirements: { maxAmountRequired: '2345', network: 'base-sepolia', resource: SAMPLE_RESOURCE },
      });
    });
  });
}

function signatureOf({ payload }: { readonly payload: Readonly<Record<string, unknown>> }): string {
  return (payload['payload'] as { readonly signature: string }).signature;
}

/// <reference types="jest" />
import type { ChainEvidence, ChainFinding } from '../chain-evidence';
import { failingLedger, GateWorld, type Seen } from './gate-world';
import type { LedgerHarness } from './payment-ledger.contract';

const IDENTIFIER = 'pay_0123456789abcdef';
const REFUSED = { kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds' } as const;
const PAST_WINDOW_MS = 200_000;

/** What becomes of payments that the facilitator refused before any broadcast, or said it did, over any ledger. */
export function refusedPaymentsContract(name: string, harness: LedgerHarness): void {
  const codesOf = (seen: readonly Seen[]) => seen.map((one) => (typeof one === 'string' ? one : 200));
  const alarms = ({ events }: GateWorld) => events.filter(({ level }) => level === 'alarm').map(({ event }) => event);

  /** A chain that tells what the facilitator transferred, and that nothing else ever will be. */
  const withChain = async (wrap?: Parameters<typeof GateWorld.create>[2]) => {
    const evidence: ChainEvidence = {
      find: async ({ nonce, validBefore }): Promise<ChainFinding> => {
        if (world.facilitator.transfers.has(nonce)) return { kind: 'paid', transaction: nonce };
        const isOver = world.clock.now() / 1_000 > validBefore;
        return isOver ? { kind: 'never', reason: 'never used' } : { kind: 'unproven', reason: 'may still be used' };
      },
    };
    const world: GateWorld = await GateWorld.create(harness, { evidence }, wrap);
    return world;
  };

  describe(`refused payments over ${name}`, () => {
    describe('after their window', () => {
      it('are released when the chain says that they were never used', async () => {
        const world = await withChain();
        const payment = world.sign();
        world.facilitator.settleScript.push(REFUSED);
        await world.call({ payment });
        expect(await world.reconciler.runOnce()).toMatchObject({ settled: 0, released: 0 });
        world.clock.advance(PAST_WINDOW_MS);

        expect(await world.reconciler.runOnce()).toEqual({ settled: 0, released: 1, open: 0, late: 0 });

        expect(await world.ledger.counts()).toMatchObject({ refused: 0, released: 1 });
        expect(await world.call({ payment })).toBe('payment_expired');
        expect(alarms(world)).toEqual([]);
      });

      it('are settled late, with an alarm, when they were settled all the same; a retry has the answer', async () => {
        const world = await withChain();
        const payment = world.sign({ identifier: IDENTIFIER });
        world.facilitator.settleScript.push('refused_after');
        expect(await world.call({ payment })).toBe('payment_invalid');
        world.clock.advance(PAST_WINDOW_MS);

        expect(await world.reconciler.runOnce()).toEqual({ settled: 1, released: 0, open: 0, late: 0 });

        expect(alarms(world)).toEqual(['settlement_late']);
        expect(await world.call({ payment })).toMatchObject({ body: '{"answer":1}', replayed: true });
        expect(world.facilitator.settleRequests).toHaveLength(1);
      });

      it('are looked up for a client that is quicker than the reconciler', async () => {
        const world = await withChain();
        const [landed, lapsed] = [world.sign(), world.sign()];
        world.facilitator.settleScript.push('refused_after', REFUSED);
        await world.call({ payment: landed });
        await world.call({ payment: lapsed });
        world.clock.advance(PAST_WINDOW_MS);

        const seen = [await world.call({ payment: landed }), await world.call({ payment: lapsed })];

        expect(codesOf(seen)).toEqual([200, 'payment_expired']);
        expect(alarms(world)).toEqual(['settlement_late']);
      });

      it('are told to another request as what they are: spent', async () => {
        const world = await withChain();
        const payment = world.sign();
        world.facilitator.settleScript.push('refused_after');
        await world.call({ payment });
        world.clock.advance(PAST_WINDOW_MS);

        expect(await world.call({ payment, fingerprint: 'other' })).toBe('payment_replayed');
        expect(await world.call({ payment })).toMatchObject({ body: '{"answer":1}' });
      });

      it('have their answer although their identifier went to the next payment', async () => {
        const world = await withChain();
        const [first, second] = [world.sign({ identifier: IDENTIFIER }), world.sign({ identifier: IDENTIFIER })];
        world.facilitator.settleScript.push('refused_after');
        await world.call({ payment: first });
        await world.call({ payment: second });
        world.clock.advance(PAST_WINDOW_MS);
        await world.reconciler.runOnce();

        const seen = [await world.call({ payment: first }), await world.call({ payment: second })];

        expect(seen).toMatchObject([{ body: '{"answer":1}' }, { body: '{"answer":2}' }]);
      });

      it('have it again although somebody else took it first, without their identifier', async () => {
        const world = await withChain();
        const [first, second] = [world.sign({ identifier: IDENTIFIER }), world.sign({ identifier: IDENTIFIER })];
        const stolen = world.sign({ nonce: first.nonce });
        world.facilitator.settleScript.push('refused_after');
        await world.call({ payment: first });
        await world.call({ payment: second });
        world.clock.advance(PAST_WINDOW_MS);
        await world.reconciler.runOnce();
        expect(await world.call({ payment: stolen })).toMatchObject({ body: '{"answer":1}' });

        expect(await world.call({ payment: first })).toMatchObject({ body: '{"answer":1}' });
        world.clock.advance(300_000);
        expect(await world.call({ payment: stolen })).toBe('payment_replayed');
        expect(await world.call({ payment: first })).toMatchObject({ body: '{"answer":1}' });
      });

      it('stay as they are where no chain can be asked', async () => {
        const world = await GateWorld.create(harness);
        const payment = world.sign();
        world.facilitator.settleScript.push('refused_after');
        await world.call({ payment });
        world.clock.advance(PAST_WINDOW_MS);

        expect(await world.reconciler.runOnce()).toEqual({ settled: 0, released: 0, open: 0, late: 0 });

        expect((await world.ledger.counts()).refused).toBe(1);
      });

      it('leave their identifier to the next payment, also while they are looked at', async () => {
        let answer: (finding: ChainFinding) => void = () => undefined;
        const world = await GateWorld.create(harness, {
          evidence: { find: () => new Promise<ChainFinding>((resolve) => (answer = resolve)) },
        });
        world.facilitator.settleScript.push(REFUSED);
        await world.call({ payment: world.sign({ identifier: IDENTIFIER }) });
        world.clock.advance(PAST_WINDOW_MS);
        const looking = world.reconciler.runOnce();
        await new Promise((resolve) => setTimeout(resolve, 20));

        expect(await world.call({ payment: world.sign({ identifier: IDENTIFIER }) })).toMatchObject({
          replayed: false,
        });
        answer({ kind: 'never', reason: 'never used' });
        expect(await looking).toMatchObject({ released: 1 });
      });

      it('come all in turn, even behind many whose fate the chain does not tell', async () => {
        const world = await GateWorld.create(harness, {
          evidence: {
            find: async ({ nonce }) =>
              nonce === last.nonce ? { kind: 'never', reason: 'unused' } : { kind: 'unproven', reason: 'head lags' },
          },
        });
        const payments = Array.from({ length: 13 }, () => world.sign());
        const last = payments[12]!;
        for (const [client, payment] of payments.entries()) {
          world.facilitator.settleScript.push(REFUSED);
          await world.call({ payment, client: `192.0.2.${client}` });
        }
        world.clock.advance(PAST_WINDOW_MS);

        expect(await world.reconciler.runOnce()).toMatchObject({ released: 0, open: 0 });
        expect(await world.reconciler.runOnce()).toMatchObject({ released: 1, open: 0 });
        expect((await world.ledger.counts()).refused).toBe(12);
      });
    });

    describe('tried again in their window, with a nonce that is spent by now', () => {
      const triedAgain = async (world: GateWorld, call: { readonly fingerprint?: string } = {}) => {
        const payment = world.sign({ identifier: IDENTIFIER });
        world.facilitator.settleScript.push('refused_after');
        const first = await world.call({ payment });
        const second = await world.call({ payment, ...call });
        return { payment, seen: codesOf([first, second]) };
      };

      it('are answered when the chain shows the payment', async () => {
        const world = await withChain();

        const { payment, seen } = await triedAgain(world);

        expect(seen).toEqual(['payment_invalid', 200]);
        expect(alarms(world)).toEqual(['settlement_late']);
        expect(world.facilitator.settleRequests).toHaveLength(1);
        expect(await world.call({ payment })).toMatchObject({ replayed: true });
      });

      it('are answered for the request they come with', async () => {
        const world = await withChain();

        const { payment, seen } = await triedAgain(world, { fingerprint: 'other' });

        expect(seen).toEqual(['payment_invalid', 200]);
        expect(await world.call({ payment, fingerprint: 'other' })).toMatchObject({ body: '{"answer":2}' });
        expect(await world.call({ payment })).toBe('payment_id_conflict');
      });

      it('are held where no chain can be asked: nobody is told to sign a second payment, ever', async () => {
        const world = await GateWorld.create(harness);

        const { payment, seen } = await triedAgain(world);
        await world.boot();
        await world.reconciler.runOnce();
        world.clock.advance(PAST_WINDOW_MS);

        expect(seen).toEqual(['payment_invalid', 'settlement_unknown']);
        expect(await world.call({ payment })).toBe('settlement_unknown');
        expect(await world.ledger.counts()).toMatchObject({ unknown: 1, settled: 0 });
      });

      it('are replays when the chain shows that it paid somebody else', async () => {
        const world = await GateWorld.create(harness, {
          evidence: { find: () => Promise.resolve({ kind: 'never', reason: 'used for another transfer' }) },
        });

        const { payment, seen } = await triedAgain(world);

        expect(seen).toEqual(['payment_invalid', 'payment_replayed']);
        expect(await world.call({ payment })).toBe('payment_expired');
      });

      it('are held when the ledger fails to say so', async () => {
        const world = await withChain((ledger) => failingLedger(ledger, 'claimHeld', 'before'));

        const { payment, seen } = await triedAgain(world);

        expect(seen).toEqual(['payment_invalid', 'settlement_unknown']);
        expect(await world.call({ payment })).toMatchObject({ replayed: false });
      });

      it('are a replay when this service never tried the payment', async () => {
        const world = await GateWorld.create(harness);
        const payment = world.sign();
        world.facilitator.transfers.set(payment.nonce, 1_000n);

        expect(await world.call({ payment })).toBe('payment_replayed');
      });
    });
  });
}

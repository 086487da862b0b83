/// <reference types="jest" />
import type { SettleScript } from './fake-facilitator';
import { codesOf, SAMPLE_IDENTIFIER, type GateHarness, type CallOutcome } from './gate-harness';

/** What the gate answers and keeps for each way in which a settlement may end; part of `paymentGateContract`. */
export function settlementOutcomes(
  create: (parts?: Parameters<typeof GateHarness.create>[1]) => Promise<GateHarness>,
): void {
  /** settle outcome | reported to the client | reported on the retry | transfers made by then */
  const outcomes: readonly (readonly [string, SettleScript, CallOutcome | 200, CallOutcome | 200, number])[] = [
    ['lost before anything happened', 'lost_before', 'settlement_unknown', 200, 1],
    ['lost after the transfer', 'lost_after', 'settlement_unknown', 200, 1],
    ['never sent', 'not_sent', 'facilitator_unavailable', 200, 1],
    ['thrown', 'throw', 'settlement_unknown', 200, 1],
    ['of another payer', 'wrong_payer', 'settlement_unknown', 200, 1],
    [
      'refused for lack of funds',
      { kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds', byFunds: true },
      'payment_invalid',
      200,
      1,
    ],
    [
      'refused as our own fault',
      { kind: 'refused', code: 'facilitator_unavailable', reason: 'x' },
      'facilitator_unavailable',
      200,
      1,
    ],
    ['an unknown word', { kind: 'unknown', reason: 'unexpected_settle_error' }, 'settlement_unknown', 200, 1],
    ['a nonce spent at the first call', { kind: 'nonce_used', reason: 'nonce' }, 'settlement_unknown', 200, 1],
  ];
  describe.each([undefined, SAMPLE_IDENTIFIER])('with identifier %s', (identifier) => {
    it.each(outcomes)('a settlement %s', async (_name, script, answered, answeredAgain, transfers) => {
      const harness = await create();
      const payment = harness.sign({ identifier });
      harness.facilitator.settleScript.push(script);

      const seen = [await harness.call({ payment })];
      harness.clock.advance(30_000);
      seen.push(await harness.call({ payment }));

      expect(codesOf(seen)).toEqual([answered, answeredAgain]);
      expect(harness.facilitator.transfers.size).toBe(transfers);
      expect(harness.locks.count).toBe(0);
    });
  });

  it('asks a pending settlement once more at once, with the same request', async () => {
    const harness = await create();
    harness.facilitator.settleScript.push({ kind: 'pending', reason: 'settlement_pending' });

    const seen = await harness.call({ payment: harness.sign() });

    expect(seen).toMatchObject({ body: '{"answer":1}' });
    const [first, second] = harness.facilitator.settleRequests;
    expect(second).toEqual(first);
  });

  it('holds what is pending twice, or refused only the second time', async () => {
    const harness = await create();
    harness.facilitator.settleScript.push('pending', 'pending');
    harness.facilitator.settleScript.push('pending', {
      kind: 'refused',
      code: 'payment_expired',
      reason: 'valid_before',
    });

    const seen = [await harness.call({ payment: harness.sign() }), await harness.call({ payment: harness.sign() })];

    expect(codesOf(seen)).toEqual(['settlement_unknown', 'settlement_unknown']);
    expect((await harness.ledger.counts()).unknown).toBe(2);
  });

  it('does not call a held payment expired, however late its retry and whatever a refusal says by then', async () => {
    const harness = await create();
    const payment = harness.sign();
    harness.facilitator.settleScript.push('lost_after', {
      kind: 'refused',
      code: 'payment_expired',
      reason: 'valid_before',
    });
    await harness.call({ payment });
    harness.clock.advance(3_600_000);

    expect(await harness.call({ payment })).toBe('settlement_unknown');
    expect(await harness.call({ payment })).toMatchObject({ body: '{"answer":1}' });
  });

  it('takes a nonce that was spent at the first call for paid only with proof', async () => {
    const harness = await create();
    const payment = harness.sign();
    const spent: SettleScript = { kind: 'nonce_used', reason: 'nonce_already_used' };
    harness.facilitator.settleScript.push(spent, spent);
    await harness.call({ payment });

    expect(await harness.call({ payment })).toBe('settlement_unknown');
    expect((await harness.ledger.counts()).settled).toBe(0);
  });

  it.each([
    [{ kind: 'paid', transaction: '0xfeed' } as const, 200],
    [{ kind: 'never', reason: 'cancelled' } as const, 'payment_expired'],
    [{ kind: 'unproven', reason: 'head lags' } as const, 'settlement_unknown'],
  ])('believes the chain: %j', async (finding, expected) => {
    const harness = await create({ evidence: { find: () => Promise.resolve(finding) } });
    const payment = harness.sign();
    harness.facilitator.settleScript.push('lost_before', 'lost_before');
    await harness.call({ payment });

    expect(codesOf([await harness.call({ payment })])).toEqual([expected]);
  });
}

/// <reference types="jest" />
import type { Facilitator, FacilitatorRequest, SettleOutcome } from '../facilitator/facilitator';
import type { TestPaymentOptions } from './sign-test-payment';

/** A facilitator with everything behind it, a new one for each test. */
export interface FacilitatorHarness {
  readonly facilitator: Facilitator;
  /** A payment that can be settled, but for what is changed. */
  request(change?: Partial<TestPaymentOptions>): FacilitatorRequest;
  /** A settle call, with what must happen around it until it answers. */
  settle(request: FacilitatorRequest): Promise<SettleOutcome>;
  /** Another one over what outlives a process. */
  restarted(): Facilitator;
}

/** What everything above the port relies on, no matter what is behind it. */
export function facilitatorContract(name: string, create: () => FacilitatorHarness): void {
  describe(`the facilitator port: ${name}`, () => {
    it('verifies a good payment and settles it under the name of its payer and network', async () => {
      const harness = create();
      const request = harness.request();

      expect(await harness.facilitator.verify(request)).toMatchObject({ kind: 'verified' });
      const outcome = await harness.settle(request);
      const { payer, network } = request.expected;
      expect(outcome).toMatchObject({ kind: 'settled', payer, network, transaction: expect.stringMatching(/./) });
    });

    it('settles a payment of version 1 that is signed the same', async () => {
      const harness = create();
      const request = harness.request({ x402Version: 1 });

      expect(await harness.facilitator.verify(request)).toMatchObject({ kind: 'verified' });
      expect(await harness.settle(request)).toMatchObject({ kind: 'settled' });
    });

    it('asked again about what is settled, also after a restart, never calls it refused or not sent', async () => {
      const harness = create();
      const request = harness.request();
      const first = await harness.settle(request);
      const again = await harness.settle({ ...request, isRepeat: true });
      expect(['settled', 'nonce_used']).toContain(again.kind);
      if (again.kind === 'settled') expect(again).toEqual(first);

      const restarted = await harness.restarted().verify(request);
      expect(restarted).toMatchObject({ kind: 'refused', code: 'payment_replayed' });
      expect(['settled', 'nonce_used']).toContain((await harness.settle({ ...request, isRepeat: true })).kind);
    });

    it.each<[string, Partial<TestPaymentOptions>, string]>([
      ['a signature of nobody', { signature: `0x${'11'.repeat(65)}` }, 'payment_invalid'],
      ['another recipient', { to: `0x${'12'.repeat(20)}` }, 'payment_wrong_payto'],
      ['no payload at all', { payload: { payload: {} } }, 'payment_invalid'],
    ])('refuses %s by a code of ours, and settles nothing', async (_what, change, code) => {
      const harness = create();
      const request = harness.request(change);

      expect(await harness.facilitator.verify(request)).toMatchObject({ kind: 'refused', code });
      expect((await harness.settle(request)).kind).not.toBe('settled');
    });
  });
}

import type { PaymentReader, PaymentSummary } from '@stackcheck/payment-x402/store';
import { showPayment } from './show';

describe('a payment that was called free and never claimed', () => {
  it('is shown as that', async () => {
    const summary = {
      id: 7,
      key: { network: 'eip155:8453', asset: '0xa5', payer: '0xb6', nonce: '0xc7' },
      state: 'refused',
      createdAt: Date.UTC(2026, 10, 23),
      validBefore: Date.UTC(2026, 10, 24) / 1_000,
      refusal: { code: 'facilitator_unavailable', reason: '' },
    } as PaymentSummary;
    const reader = { named: async () => [summary], history: async () => [] } as unknown as PaymentReader;

    const shown = await showPayment(reader, '0xc7', {});

    expect(shown).toMatch(/^state +called free, never claimed\nrefusal +facilitator_unavailable: \n/);
    expect(shown).toMatch(/\nwindow +to 2026-11-24T00:00:00/);
  });
});

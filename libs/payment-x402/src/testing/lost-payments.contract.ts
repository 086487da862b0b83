/// <reference types="jest" />
import type { PaymentLedger, Settlement } from '../ledger/ledger';
import { claimed } from './claimed';
import { testIntent } from './test-intent';

const NOW_MS = 1_790_000_000_000;
const SETTLEMENT: Settlement = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'eyJ9' };
const REFUSAL = { code: 'payment_invalid', reason: 'insufficient_funds' };

/** What a ledger promises of settled payments whose transfer the chain took back. */
export function lostPaymentsContract(subject: {
  create(): Promise<PaymentLedger> | PaymentLedger;
  reopen(bootId: string): Promise<PaymentLedger> | PaymentLedger;
}): void {
  const reach = {
    settling: async () => undefined,
    unknown: (ledger: PaymentLedger, id: number) => ledger.unknown(id, 'unconfirmed', 'timeout', NOW_MS),
    refused: (ledger: PaymentLedger, id: number) => ledger.refused(id, REFUSAL, NOW_MS),
    released: (ledger: PaymentLedger, id: number) => ledger.released(id, 'never used', NOW_MS),
  } as const;

  it.each(['settling', 'unknown', 'refused', 'released'] as const)('loses nothing of a %s payment', async (state) => {
    const ledger = await subject.create();
    const intent = testIntent();
    const id = await claimed(ledger, intent, NOW_MS);
    await reach[state](ledger, id);

    await expect(ledger.lost(id, 'its window closed', NOW_MS)).rejects.toMatchObject({
      message: expect.stringContaining(state),
    });
  });

  it('records once that a settled payment was lost, whichever run says so, and goes on answering it', async () => {
    const [ledger, other] = [await subject.create(), await subject.reopen('boot-2')];
    const intent = testIntent();
    const id = await claimed(ledger, intent, NOW_MS);
    await ledger.settled(id, SETTLEMENT, NOW_MS);
    const before = await ledger.find(intent.key);

    const both = [await other.lost(id, 'its window closed', NOW_MS), await ledger.lost(id, 'so it did', NOW_MS)];

    expect(both).toEqual([true, false]);
    expect(await ledger.find(intent.key)).toEqual(before);
    await ledger.delivered(id, NOW_MS + 1);
    expect((await other.find(intent.key))?.deliveredAt).toBe(NOW_MS + 1);
  });
}

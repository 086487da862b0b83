import type { PaymentStore } from '@stackcheck/payment-x402';
import type { PaymentIntent } from '@stackcheck/payment-x402/ledger';
import { lightningIntent, testIntent } from '@stackcheck/payment-x402/testing';

/** What may become of a payment in a ledger for tests. */
export const LIVES = [
  'settling',
  'settled',
  'delivered',
  'refused',
  'refused and claimed again',
  'unknown',
  'unknown, then settled',
  'released',
  'refused, then settled',
  'lightning',
  'nonce',
] as const;

/** One of them. */
export type Life = (typeof LIVES)[number];

const REFUSAL = { code: 'payment_invalid', reason: 'insufficient_funds — ü\n"quoted"' };
const START_MS = 1_790_000_000_000;

/**
 * Lets payments live in a store, one after the other.
 * @param afterMs of the clock that this store's process has, against others
 */
export async function live(store: PaymentStore, lives: readonly Life[], afterMs = 0): Promise<void> {
  const delivered: Promise<void>[] = [];
  for (const [n, life] of lives.entries()) await liveOnce(store, life, START_MS + afterMs + n * 1_000, delivered);
  await Promise.all(delivered);
}

/** A settlement whose header names what the row will name. */
export function settlementOf({ key }: Pick<PaymentIntent, 'key'>) {
  const transaction = `0x${key.nonce.slice(-64)}`;
  const named = { success: true, transaction, network: key.network, payer: key.payer };
  const paymentResponse = Buffer.from(JSON.stringify(named)).toString('base64');
  return { transaction, evidence: 'facilitator', paymentResponse } as const;
}

async function liveOnce(store: PaymentStore, life: Life, nowMs: number, delivered: Promise<void>[]): Promise<void> {
  const { ledger, sandboxNonces } = store;
  const intent = testIntent({
    value: BigInt(nowMs),
    identifier: life === 'delivered' ? `pay_${nowMs}_${String(nowMs).padStart(16, '0')}` : null,
    answer: { ...testIntent().answer, body: Buffer.alloc(nowMs % 9_000, `${nowMs} ü`) },
  });
  if (life === 'nonce') return void (await sandboxNonces.spend(intent.key, intent.paymentHash, nowMs));
  if (life === 'lightning') {
    const settlement = { transaction: 'e7'.repeat(32), evidence: 'preimage', paymentResponse: '' } as const;
    return void (await ledger.claimSettled(lightningIntent(), settlement, nowMs));
  }
  const outcome = await ledger.claim(intent, nowMs);
  if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
  const { id } = outcome;
  const settle = (): Promise<unknown> => ledger.settled(id, settlementOf(intent), nowMs + 1);
  if (life.startsWith('refused')) await ledger.refused(id, REFUSAL, nowMs);
  if (life.startsWith('unknown')) await ledger.unknown(id, 'unconfirmed', 'timeout', nowMs);
  if (life === 'refused and claimed again') await ledger.claim(intent, nowMs + 2);
  if (life === 'released') await ledger.released(id, 'its window closed', nowMs);
  if (life.endsWith('settled') || life === 'delivered') await settle();
  if (life === 'delivered') delivered.push(ledger.delivered(id, nowMs + 3));
}

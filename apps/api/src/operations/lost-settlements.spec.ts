import type { ChainFinding } from '@stackcheck/payment-x402/evidence';
import { SAMPLE_TERMS, testIntent, MemoryLedger } from '@stackcheck/payment-x402/testing';
import { Metrics } from './metrics/metrics';
import { lostSettlements } from './lost-settlements';

const NEVER: ChainFinding = { kind: 'never', reason: 'its window closed and it was not used' };
const PAID: ChainFinding = { kind: 'paid', transaction: '0x2' };
const UNPROVEN: ChainFinding = { kind: 'unproven', reason: 'node did not answer' };

async function reportedFor(isSettled: boolean, finding: ChainFinding) {
  const ledger = new MemoryLedger();
  const { network, asset } = SAMPLE_TERMS;
  const intent = testIntent({});
  const key = { ...intent.key, network, asset: asset.toLowerCase() };
  const claimed = await ledger.claim({ ...intent, key }, 1_000);
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  const settlement = { transaction: '0x1', evidence: 'chain', paymentResponse: '' } as const;
  if (isSettled) await ledger.settled(claimed.id, settlement);
  const lines: object[] = [];
  const metrics = new Metrics();
  await lostSettlements({
    ledger,
    evidence: { find: async () => finding },
    terms: SAMPLE_TERMS,
    logger: { error: (line: object) => void lines.push(line) } as never,
    observe: (value) => metrics.lost(Number(value) / 1e6),
  })({ payer: key.payer, nonce: key.nonce, payTo: intent.payTo, value: 5_000n, validBefore: 60 });
  const { body } = await metrics.text();
  return { lines, counted: /^stackcheck_settlements_lost_total (\d+)$/m.exec(body)?.[1], body };
}

it.each([
  ['its window closed', NEVER],
  ['nobody can say', UNPROVEN],
])('a settled payment whose transfer was never made is an alarm: %s', async (_what, finding) => {
  const { lines, counted, body } = await reportedFor(true, finding);

  expect(lines).toEqual([
    expect.objectContaining({ event: 'settlement_lost', paymentId: 1, transaction: '0x1', reason: expect.any(String) }),
  ]);
  expect(counted).toBe('1');
  expect(body).toMatch(/^stackcheck_settlements_lost_usd_total 0\.005$/m);
});

it.each([
  ['another transaction paid', true, PAID],
  ['the payment is still open', false, NEVER],
])('nothing is said where %s', async (_what, isSettled, finding) => {
  expect(await reportedFor(isSettled, finding)).toMatchObject({ lines: [], counted: '0' });
});

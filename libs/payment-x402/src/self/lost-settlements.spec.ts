import type { ChainFinding } from '../evidence/chain-evidence';
import type { PaymentSummary } from '../store/payment-reader';
import { MemoryDisk, MemoryStore, SAMPLE_TERMS, testIntent } from '../testing';
import { lostSettlements, type LostSettlement } from './lost-settlements';

const NEVER: ChainFinding = { kind: 'never', reason: 'its window closed and it was not used' };
const PAID: ChainFinding = { kind: 'paid', transaction: '0x2' };
const UNPROVEN: ChainFinding = { kind: 'unproven', reason: 'node did not answer' };

const WINDOW_END = 60;

/** What is reported of a payment of that state by looks at these times (Unix seconds). */
async function reportedFor(isSettled: boolean, finding: ChainFinding, times: readonly number[], isLast = false) {
  const disk = new MemoryDisk();
  const { ledger, reader } = new MemoryStore(disk, { bootId: 'boot-1', hostId: 'here' });
  const { network, asset } = SAMPLE_TERMS;
  const intent = testIntent({});
  const key = { ...intent.key, network, asset: asset.toLowerCase() };
  const claimed = await ledger.claim({ ...intent, key }, 1_000);
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  const settlement = { transaction: '0x1', evidence: 'chain', paymentResponse: '' } as const;
  if (isSettled) await ledger.settled(claimed.id, settlement);
  const losses: LostSettlement[] = [];
  let seconds = 0;
  const look = lostSettlements({
    ledger,
    evidence: { find: async () => finding },
    terms: SAMPLE_TERMS,
    clock: { now: () => seconds * 1_000 },
    onLost: (lost) => void losses.push(lost),
  });
  const known: boolean[] = [];
  const transfer = { payer: key.payer, nonce: key.nonce, payTo: intent.payTo, value: 5_000n, validBefore: WINDOW_END };
  for (seconds of times) known.push(await look(transfer, isLast));
  const [{ lostAt }] = (await reader.list({ limit: 1 })) as [PaymentSummary];
  const history = (await reader.history(claimed.id))
    .filter(({ state }) => state === 'lost')
    .map(({ detail }) => detail);
  return { known, lostAt, history, losses };
}

it.each([
  ['its window closed', NEVER, false, [70, 80], [true, true], 70_000],
  ['nobody can say an hour later', UNPROVEN, false, [70, 3_650, 3_670], [false, false, true], 3_670_000],
  ['nobody can say, and nothing looks again', UNPROVEN, true, [10], [true], 10_000],
] as const)('is recorded and reported, once, where %s', async (_what, finding, isLast, times, known, lostAt) => {
  const found = await reportedFor(true, finding, times, isLast);

  const reason = finding === NEVER ? NEVER.reason : `not proven: ${finding.reason}`;
  expect(found).toMatchObject({ known, lostAt, history: [reason] });
  expect(found.losses).toEqual([
    { paymentId: 1, routeId: expect.any(String), transaction: '0x1', value: 5_000n, reason },
  ]);
});

it('of a payment that the ledger does not have nothing is asked', async () => {
  const find = jest.fn();
  const look = lostSettlements({
    ledger: { find: async () => undefined, lost: jest.fn() },
    evidence: { find },
    terms: SAMPLE_TERMS,
    clock: { now: () => 70_000 },
    onLost: find,
  });
  const { payer, nonce } = testIntent({}).key;

  expect(await look({ payer, nonce, payTo: testIntent({}).payTo, value: 1n, validBefore: WINDOW_END }, false)).toBe(
    true,
  );
  expect(find).not.toHaveBeenCalled();
});

it.each([
  ['another transaction paid', true, PAID, true],
  ['the payment is still open', false, NEVER, true],
  ['the chain does not know yet', true, UNPROVEN, false],
])('nothing is reported where %s', async (_what, isSettled, finding, isKnown) => {
  expect(await reportedFor(isSettled, finding, [70])).toMatchObject({
    known: [isKnown],
    lostAt: null,
    losses: [],
  });
});

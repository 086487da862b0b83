import { FixedClock } from '@stackcheck/contract/testing';
import type { ChainFinding } from '../evidence/chain-evidence';
import type { FacilitatorRequest, SettleOutcome } from '../facilitator/facilitator';
import { LocalLocks } from '../in-flight/local-locks';
import type { PaymentIntent, PaymentRecord } from '../ledger/ledger';
import { decodeHeader } from '../wire/headers';
import { MemoryLedger } from '../testing/memory-ledger';
import { SAMPLE_TERMS } from '../testing/sample-terms';
import { testIntent } from '../testing/test-intent';
import type { GateEvent } from './gate-log';
import { resolveOpen, type ResolveDeps } from './resolve';

const UNPROVEN: ChainFinding = { kind: 'unproven', reason: 'silent' };
const NEVER: ChainFinding = { kind: 'never', reason: 'the payer cancelled it' };
const PAID: ChainFinding = { kind: 'paid', transaction: '0xchain' };
const UNKNOWN: SettleOutcome = { kind: 'unknown', reason: 'timeout' };
const USED: SettleOutcome = { kind: 'nonce_used', reason: 'nonce_already_used' };
const settledBy = (payer: string): SettleOutcome => ({
  ...{ kind: 'settled', transaction: '0xagain', payer, network: SAMPLE_TERMS.network },
});

interface Setting {
  readonly intent?: Partial<PaymentIntent>;
  readonly again?: SettleOutcome | 'settled';
  readonly finding?: ChainFinding;
  /** What a request wrote of the payment before. */
  readonly before?: (ledger: MemoryLedger, id: number) => Promise<void>;
}

/** What becomes of a claimed payment, and what was asked for it. */
async function resolved({ intent = {}, again = UNKNOWN, finding, before }: Setting, settleAgainMs = 5_000) {
  const rows: PaymentRecord[] = [];
  const ledger = new MemoryLedger('boot-1', rows);
  const clock = new FixedClock();
  const locks = new LocalLocks();
  const events: GateEvent[] = [];
  const claimed = await ledger.claim(testIntent(intent), 1_234);
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  await before?.(ledger, claimed.id);
  const key = rows[0]!.key;
  const asked: (readonly [FacilitatorRequest, number | undefined])[] = [];
  const find = jest.fn(async () => finding!);
  const deps: ResolveDeps = {
    ...{ ledger, clock, locks, terms: SAMPLE_TERMS, log: (event) => void events.push(event) },
    ...(finding === undefined ? {} : { evidence: { find } }),
    facilitator: {
      ...{ name: 'f', evidence: 'sandbox', verify: () => Promise.reject(new Error('not asked')), health: () => 'ok' },
      settle: async (request, timeoutMs) => {
        asked.push([request, timeoutMs]);
        return again === 'settled' ? settledBy(key.payer) : again;
      },
    },
  };
  const resolution = await resolveOpen(deps, (await ledger.find(key))!, settleAgainMs);
  return { resolution, record: (await ledger.find(key))!, asked, find, events };
}

describe('a payment whose outcome is open', () => {
  it.each<[string, Setting, number, string, string, string | undefined, string | undefined]>([
    ['is settled again', { again: 'settled' }, 5_000, 'settled', 'settled', '0xagain', 'sandbox'],
    ['is found on the chain', { finding: PAID }, 5_000, 'settled', 'settled', '0xchain', 'chain'],
    ['can never be charged', { finding: NEVER }, 5_000, 'released', 'released', undefined, undefined],
    ['is not proven by the chain', { finding: UNPROVEN }, 5_000, 'open', 'unknown', undefined, undefined],
    ['has a spent nonce, by our own call', { again: USED }, 5_000, 'settled', 'settled', '', 'sandbox'],
    [
      'has a spent nonce, of which the chain can say more',
      { again: USED, finding: UNPROVEN },
      5_000,
      ...(['open', 'unknown', undefined, undefined] as const),
    ],
    [
      'has a nonce that was spent when it was first sent',
      { again: USED, before: (ledger, id) => ledger.unknown(id, 'nonce_used') },
      5_000,
      ...(['open', 'unknown', undefined, undefined] as const),
    ],
    ['stays open', {}, 5_000, 'open', 'unknown', undefined, undefined],
    ['is asked for on the chain alone', { again: 'settled' }, 0, 'open', 'unknown', undefined, undefined],
    [
      'is of another network than today’s',
      { again: 'settled', finding: PAID, intent: { key: { ...testIntent().key, network: 'eip155:1' } } },
      5_000,
      ...(['open', 'unknown', undefined, undefined] as const),
    ],
  ])('%s', async (_what, setting, settleAgainMs, kind, state, transaction, evidence) => {
    const { resolution, record, asked, find } = await resolved(setting, settleAgainMs);

    expect([resolution.kind, record.state]).toEqual([kind, state]);
    expect([record.settlement?.transaction, record.settlement?.evidence]).toEqual([transaction, evidence]);
    const isOurs = record.key.network === SAMPLE_TERMS.network;
    expect(asked).toHaveLength(settleAgainMs > 0 && isOurs ? 1 : 0);
    expect(find).toHaveBeenCalledTimes(setting.finding !== undefined && setting.again !== 'settled' && isOurs ? 1 : 0);
  });

  it('is settled again as it was sent, by who verified it, in the time that is given', async () => {
    const { asked, record } = await resolved({ intent: { verifiedBy: 'second.example' } }, 4_321);

    expect(asked).toEqual([
      [
        expect.objectContaining({
          paymentPayload: record.payload,
          verifiedBy: 'second.example',
          isRepeat: true,
          paymentRequirements: expect.objectContaining({ asset: record.key.asset, payTo: record.payTo }),
        }),
        4_321,
      ],
    ]);
  });

  it('is asked for on the chain by what was signed, since it was claimed', async () => {
    const { find, record } = await resolved({ finding: UNPROVEN });
    const { key, value, validBefore, payTo } = record;

    expect(find.mock.calls).toEqual([[{ ...key, value, validBefore, payTo: payTo.toLowerCase() }, 1_234]]);
  });

  it.each<[string, Setting, GateEvent[]]>([
    ['was in doubt', { again: 'settled' }, [{ level: 'info', event: 'settlement_resolved' }]],
    [
      'had been refused',
      {
        finding: PAID,
        before: (ledger, id) => ledger.refused(id, { code: 'payment_invalid', reason: 'insufficient_funds' }),
      },
      [
        { level: 'info', event: 'settlement_resolved' },
        { level: 'alarm', event: 'settlement_late', reason: 'insufficient_funds' },
      ],
    ],
    ['stays in doubt', {}, []],
  ])('is logged where it %s', async (_what, setting, expected) => {
    const { events, record } = await resolved(setting);

    expect(events).toEqual(expected.map((event) => ({ ...event, routeId: record.routeId, payer: record.key.payer })));
  });
});

describe('the payer in a late receipt', () => {
  const payerIn = async (from: unknown): Promise<[unknown, PaymentRecord]> => {
    const payload = { payload: from === undefined ? {} : { authorization: { from } } };
    const { record } = await resolved({ again: 'settled', intent: { payload } });
    const read = decodeHeader(record.settlement!.paymentResponse);
    return [read.ok && (read.value as { readonly payer?: unknown }).payer, record];
  };

  it('is spelled as the client spelled it', async () => {
    const spelled = `0x${'B6'.repeat(20)}`;

    expect((await payerIn(spelled))[0]).toBe(spelled);
  });

  it.each([[undefined], [7], [null], [`0x${'c7'.repeat(20)}`]])(
    'is that of the key where the payload says %j',
    async (from) => {
      const [payer, record] = await payerIn(from);

      expect(payer).toBe(record.key.payer);
    },
  );
});

import type { PaymentLedger } from '@stackcheck/payment-x402';
import type { GateDeps } from '@stackcheck/payment-x402/gate';
import type { ClaimOutcome, PaymentIntent } from '@stackcheck/payment-x402/ledger';
import type { Mutant } from '../run/mutant';

/** A ledger of which some methods are others. */
function changed(ledger: PaymentLedger, change: Partial<PaymentLedger>): PaymentLedger {
  return new Proxy(ledger, { get: (target, name) => Reflect.get(name in change ? change : target, name) as unknown });
}

const withLedger =
  (change: (ledger: PaymentLedger) => Partial<PaymentLedger>) =>
  (deps: GateDeps): GateDeps => ({ ...deps, ledger: changed(deps.ledger, change(deps.ledger)) });

/** Wrong care for what is durable. */
export const LEDGER_MUTANTS: readonly Mutant[] = [
  {
    name: 'intent-after-settle',
    bug: 'The intent is written when the outcome is known, not before the settle call.',
    breaks: ['I7'],
    deps: withLedger((ledger) => {
      const waiting = new Map<number, () => Promise<ClaimOutcome>>();
      let next = 1_000_000;
      const idOf = async (id: number): Promise<number> => {
        const claim = waiting.get(id);
        if (!claim) return id;
        waiting.delete(id);
        const outcome = await claim();
        return outcome.kind === 'claimed' ? outcome.id : id;
      };
      return {
        async claim(intent: PaymentIntent, nowMs: number) {
          const id = next++;
          waiting.set(id, () => ledger.claim(intent, nowMs));
          return { kind: 'claimed', id };
        },
        settled: async (id, settlement, nowMs) => ledger.settled(await idOf(id), settlement, nowMs),
        refused: async (id, refusal, nowMs) => ledger.refused(await idOf(id), refusal, nowMs),
        unknown: async (id, doubt, reason, nowMs) => ledger.unknown(await idOf(id), doubt, reason, nowMs),
      };
    }),
  },
  {
    name: 'normal-sync',
    bug: '`synchronous = NORMAL`: a commit is not synced before it is relied on.',
    breaks: ['I7', 'I3', 'I20'],
    synchronous: 'NORMAL',
  },
  {
    name: 'deferred-transactions',
    bug: '`BEGIN` instead of `BEGIN IMMEDIATE`: a write fails when another process wrote since it read.',
    breaks: ['ledger'],
    begin: 'deferred',
  },
  {
    name: 'transaction-hash-is-key',
    bug: 'A transaction that is known already settles no second payment.',
    breaks: ['I3', 'I18', 'I20', 'I2'],
    deps: withLedger((ledger) => {
      const known = new Map<string, number>();
      return {
        async settled(id, settlement, nowMs) {
          const owner = known.get(settlement.transaction) ?? id;
          if (settlement.transaction !== '') known.set(settlement.transaction, owner);
          return owner === id ? ledger.settled(id, settlement, nowMs) : settlement;
        },
      };
    }),
  },
  {
    name: 'refused-not-watched',
    bug: 'A refused payment is never looked at again.',
    breaks: ['I20', 'I2'],
    deps: withLedger(() => ({ watched: async () => [] })),
  },
  {
    name: 'tombstone-missing',
    bug: 'A refusal is answered and not recorded, so the payment is settled later all the same.',
    breaks: ['I4', 'I1'],
    deps: withLedger(() => ({ refused: async () => undefined })),
  },
  {
    name: 'boot-forgets-settling',
    bug: 'What a crashed process left settling is not taken up again.',
    breaks: ['I18', 'I20'],
    deps: withLedger((ledger) => ({
      open: async (limit) => (await ledger.open(limit)).filter(({ state }) => state === 'unknown'),
    })),
  },
  {
    name: 'unstored-settlement-is-failure',
    bug: 'A settlement that cannot be stored is recorded as a refusal.',
    breaks: ['I1', 'I2', 'I3', 'I4', 'I12', 'ledger'],
    deps: withLedger((ledger) => ({
      async settled(id, settlement, nowMs) {
        try {
          return await ledger.settled(id, settlement, nowMs);
        } catch {
          await ledger.released(id, 'could not be stored', nowMs);
          return settlement;
        }
      },
    })),
  },
  {
    name: 'own-settlement-is-answered',
    bug: 'The process that stores a settlement second answers with its own, not with the one that stands.',
    breaks: ['I9'],
    deps: withLedger((ledger) => ({
      async settled(id, settlement, nowMs) {
        await ledger.settled(id, settlement, nowMs);
        return settlement;
      },
    })),
  },
  {
    name: 'failed-withdrawal-is-free',
    bug: 'A claim that failed and cannot be taken back is answered as not charged.',
    breaks: ['I4'],
    seen: 'ci/223',
    deps: withLedger((ledger) => ({
      withdraw: (key, refusal, nowMs) => ledger.withdraw(key, refusal, nowMs).catch(() => 'withdrawn'),
    })),
  },
];

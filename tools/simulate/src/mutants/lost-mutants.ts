import type { PaymentLedger, PaymentRecord } from '@stackcheck/payment-x402/ledger';
import type { Mutant } from '../run/mutant';
import { overlaid } from './overlaid';

/** Wrong ways to deal with a settlement that the chain took back. */
export const LOST_MUTANTS: readonly Mutant[] = [
  {
    name: 'loss-unnoticed',
    bug: 'What a final transaction did not make is not looked at, so that a lost settlement stays revenue.',
    breaks: ['I27'],
    isSelf: true,
    self: (deps) => ({ ...deps, onFailed: async () => true }),
  },
  {
    name: 'doubt-is-loss',
    bug: 'A settlement is recorded as lost before the chain can say that it is.',
    breaks: ['I27'],
    seen: 'self:ci/615',
    isSelf: true,
    lost: (deps) => ({
      ...deps,
      evidence: {
        find: async (...about) => {
          const finding = await deps.evidence.find(...about);
          return finding.kind === 'unproven' ? { kind: 'never', reason: finding.reason } : finding;
        },
      },
    }),
  },
  {
    name: 'loss-reported-again',
    bug: 'A lost settlement is looked at again after it was recorded, and reported with each look.',
    breaks: ['I27'],
    isSelf: true,
    self: (deps) => ({
      ...deps,
      onFailed: async (...failed) => {
        await deps.onFailed!(...failed);
        return false;
      },
    }),
    lost: (deps) => ({
      ...deps,
      ledger: {
        find: (key) => deps.ledger.find(key),
        lost: async (...loss) => {
          await deps.ledger.lost(...loss);
          return true;
        },
      },
    }),
  },
  {
    name: 'loss-takes-the-answer-back',
    bug: 'The answer of a lost settlement is not given again.',
    breaks: ['I2'],
    isSelf: true,
    lost: (deps) => ({
      ...deps,
      ledger: {
        find: (key) => deps.ledger.find(key),
        async lost(id, ...why) {
          lostOf(deps.ledger).add(id);
          return deps.ledger.lost(id, ...why);
        },
      },
    }),
    deps(deps) {
      const taken = (record: PaymentRecord | undefined): PaymentRecord | undefined =>
        record && lostOf(deps.ledger).has(record.id) ? { ...record, state: 'released' } : record;
      const { ledger } = deps;
      const changed: Partial<PaymentLedger> = {
        find: async (key) => taken(await ledger.find(key)),
        findByIdentifier: async (identifier) => taken(await ledger.findByIdentifier(identifier)),
      };
      return { ...deps, ledger: overlaid(ledger, changed) };
    },
  },
];

/** Payments that a process recorded as lost, by its ledger. */
const lostByLedger = new WeakMap<object, Set<number>>();

function lostOf(ledger: object): Set<number> {
  const known = lostByLedger.get(ledger) ?? new Set();
  lostByLedger.set(ledger, known);
  return known;
}

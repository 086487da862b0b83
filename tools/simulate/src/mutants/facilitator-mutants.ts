import type { SettleOutcome } from '@stackcheck/payment-x402/facilitator';
import type { Mutant } from '../run/mutant';

const refused = (reason: string): SettleOutcome => ({ kind: 'refused', code: 'payment_invalid', reason });

/** Wrong readings of what a facilitator says, or does not say. */
export const FACILITATOR_MUTANTS: readonly Mutant[] = [
  {
    name: 'timeout-is-failure',
    bug: 'A settle call without an answer is called a failure.',
    breaks: ['I1', 'I4', 'I20'],
    settleOutcome: (outcome, text) => (outcome.kind === 'unknown' && text === null ? refused('timeout') : outcome),
  },
  {
    name: 'server-error-is-failure',
    bug: 'A settle reply without an outcome (5xx, HTML, cut JSON) is called a failure.',
    breaks: ['I1', 'I4', 'I20'],
    settleOutcome: (outcome, text) => {
      const isBroken = text !== null && !text.endsWith('}');
      return outcome.kind === 'unknown' && isBroken ? refused('bad reply') : outcome;
    },
  },
  {
    name: 'success-false-is-failure',
    bug: 'Every `success: false` is believed, whatever its reason.',
    breaks: ['I1', 'I4', 'I20'],
    settleOutcome: (outcome, text) =>
      outcome.kind === 'unknown' && text?.includes('"success":false') ? refused('failed') : outcome,
  },
  {
    name: 'pending-is-failure',
    bug: '`settlement_pending` is called a failure.',
    breaks: ['I1', 'I4', 'I20'],
    settleOutcome: (outcome) => (outcome.kind === 'pending' ? refused('pending') : outcome),
  },
  {
    name: 'nonce-used-is-refusal',
    bug: 'A spent nonce at the first settle call is called a replay, although our payment may have spent it.',
    breaks: ['I1', 'I4'],
    seen: 'ci/175',
    settleOutcome: (outcome) =>
      outcome.kind === 'nonce_used' ? { kind: 'refused', code: 'payment_replayed', reason: outcome.reason } : outcome,
  },
];

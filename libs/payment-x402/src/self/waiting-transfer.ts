import type { SettleOutcome } from '../facilitator/facilitator';
import type { PlannedTransfer } from './transfer-call';

/**
 * A settle call that waits for its transfer. As long as nothing is in the book it can be given up and was never sent; from then on
 * it may be charged, whatever happens.
 */
export class WaitingTransfer {
  readonly outcome: Promise<SettleOutcome>;
  private resolve!: (outcome: SettleOutcome) => void;
  private state: 'free' | 'committed' | 'done' = 'free';

  constructor(readonly transfer: PlannedTransfer) {
    this.outcome = new Promise((resolve) => (this.resolve = resolve));
  }

  /** The settler did not give it up, and no transaction carries it yet. */
  get isFree(): boolean {
    return this.state === 'free';
  }

  /** To be called before it is written to the book. */
  commit(): void {
    if (this.state === 'free') this.state = 'committed';
  }

  /** The book did not take it, for certain. */
  release(): void {
    if (this.state === 'committed') this.state = 'free';
  }

  /** The time that its caller allowed is over. */
  expire(): void {
    this.conclude(
      this.isFree
        ? { kind: 'not_sent', reason: 'no transaction could be made in time' }
        : { kind: 'pending', reason: 'its transaction is not confirmed yet' },
    );
  }

  conclude(outcome: SettleOutcome): void {
    this.state = 'done';
    this.resolve(outcome);
  }
}

/** One payer's authorization. */
export function transferKey({ payer, nonce }: { readonly payer: string; readonly nonce: string }): string {
  return `${payer} ${nonce}`;
}

import type { Clock } from '@stackcheck/contract';
import type { FacilitatorState } from '@stackcheck/payment-x402/facilitator';

/** When a breaker opens and for how long. */
export interface BreakerLimits {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

const FAILURES_MAX = 3;
const WAIT_MS = 5_000;
const WAIT_MS_MAX = 120_000;
/** Waits differ by a quarter to both sides, so that the processes of a fleet do not probe at the same moment. */
const JITTER = 0.25;

/**
 * Spares callers the wait for a facilitator that does not answer: after three failures in a row it is passed over for a
 * while, then one call probes it; each failed probe doubles the while. For verifications only: a settlement must go where its
 * payment was verified, whatever the state of things.
 */
export class FacilitatorBreaker {
  private failures = 0;
  private waitMs = WAIT_MS;
  private probeAtMs = 0;
  private isProbing = false;

  constructor(private readonly limits: BreakerLimits) {}

  /** Whether a call may go there. After a yes, `succeeded` or `failed` must be called. */
  mayCall(): boolean {
    const state = this.state();
    if (state === 'closed') return true;
    if (this.isProbing || state === 'open') return false;
    this.isProbing = true;
    return true;
  }

  /** The facilitator answered, whatever it said. */
  succeeded(): void {
    this.failures = 0;
    this.waitMs = WAIT_MS;
    this.isProbing = false;
  }

  /** No answer came. */
  failed(): void {
    const isOpen = this.failures >= FAILURES_MAX;
    this.failures++;
    if (this.failures < FAILURES_MAX) return;
    // Calls that were under way when it opened fail as well; only a probe shows something new.
    if (isOpen && !this.isProbing) return;
    if (isOpen) this.waitMs = Math.min(this.waitMs * 2, WAIT_MS_MAX);
    this.isProbing = false;
    const factor = 1 - JITTER + 2 * JITTER * this.limits.random();
    this.probeAtMs = this.limits.clock.monotonic() + this.waitMs * factor;
  }

  state(): FacilitatorState['breaker'] {
    if (this.failures < FAILURES_MAX) return 'closed';
    return this.limits.clock.monotonic() < this.probeAtMs ? 'open' : 'half_open';
  }
}

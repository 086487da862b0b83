import type { Clock } from '@stackcheck/contract';

/** The first wait, and the longest: each is twice the one before. */
export interface BackOffLimits {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** When to try again what failed: later each time, until it succeeds. */
export class BackOff {
  private failures = 0;
  private dueAtMs = -Infinity;

  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly limits: BackOffLimits,
  ) {}

  failed(): void {
    const waitMs = Math.min(this.limits.maxMs, this.limits.firstMs * 2 ** this.failures);
    this.failures += 1;
    this.dueAtMs = this.clock.monotonic() + waitMs;
  }

  reset(): void {
    this.failures = 0;
    this.dueAtMs = -Infinity;
  }

  /** True also where nothing failed. */
  isDue(): boolean {
    return this.clock.monotonic() >= this.dueAtMs;
  }
}

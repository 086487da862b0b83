/**
 * How the test facilitator misbehaves on one call. The word before the underscore says whether the work (the check, or the
 * transfer on the chain) was done before the reply went wrong.
 *
 * - `undone_*`: nothing was done
 * - `done_*`: it was done, and the caller does not learn it
 * - `undone_refused`: nothing was done, and the caller is informed in the protocol's own words
 * - `pending`: the transfer was broadcast, and the official code itself reports `settlement_pending` (settle only)
 */
export type Fault =
  | 'undone_refused'
  | 'undone_cut'
  | 'undone_error'
  | 'undone_hang'
  | 'done_cut'
  | 'done_error'
  | 'done_garbage'
  | 'done_hang'
  | 'pending';

/** The two calls that can be made to fail. */
export type FaultyCall = 'verify' | 'settle';

/** Faults waiting for their call, in order; each one is used up by one call. */
export class FaultPlan {
  private readonly queued: Record<FaultyCall, Fault[]> = { verify: [], settle: [] };

  /** The next `call`s without a fault before them fail so, one fault each. */
  add(call: FaultyCall, ...faults: readonly Fault[]): void {
    this.queued[call].push(...faults);
  }

  /** The fault of this call, if one is due. */
  take(call: FaultyCall): Fault | undefined {
    return this.queued[call].shift();
  }

  /** Forgets what was not used. */
  clear(): void {
    this.queued.verify.length = 0;
    this.queued.settle.length = 0;
  }
}

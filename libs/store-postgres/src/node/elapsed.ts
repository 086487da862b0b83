/** A moment, by two clocks. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** The present moment. */
export function moment(): Moment {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

/** Time since a moment, by whichever clock says more: the monotonic one may have stood while the machine slept. */
export function elapsedMs(since: Moment): number {
  const now = moment();
  return Math.max(now.monotonicMs - since.monotonicMs, now.wallMs - since.wallMs);
}

import type { Clock } from '@stackcheck/contract';

/** Time as a buyer uses it. */
export interface Timing {
  readonly clock: Clock;
  /** Calls back once after a number of milliseconds, unless the function that it answers was called before. */
  after(milliseconds: number, call: () => void): () => void;
}

/** Resolves after a number of milliseconds. */
export function pause(timing: Timing, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    timing.after(milliseconds, resolve);
  });
}

/** The current Unix time in whole seconds. */
export function unixSeconds({ clock }: Timing): number {
  return Math.floor(clock.now() / 1000);
}

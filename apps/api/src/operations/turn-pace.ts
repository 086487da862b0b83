import type { Pace } from '@stackcheck/datasets';

/** A turn of a long task: what waits meanwhile is answered well within five milliseconds, also where code is still cold. */
const TURN_MS = 1;

/**
 * The pace of long tasks on the event loop of a server. Judged by time and not by amount of work, since the same work takes
 * ten times as long when its code runs for the first time.
 */
export function turnPace(turnMs = TURN_MS, nowMs: () => number = () => performance.now()): Pace {
  let endsAt = -Infinity;
  return {
    isDue: () => nowMs() >= endsAt,
    pause: () =>
      new Promise((resolve) =>
        setImmediate(() => {
          endsAt = nowMs() + turnMs;
          resolve();
        }),
      ),
  };
}

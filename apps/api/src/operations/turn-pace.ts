import type { Pace } from '@stackcheck/datasets';

/** A turn of a long task: what waits meanwhile is answered well within five milliseconds, also where code is still cold. */
const TURN_MS = 1;

/**
 * The pace of the long tasks on the event loop of a server. Turns are judged by time and not by amount of work, since the
 * same work takes ten times as long when its code runs for the first time; and between two looks at the network only one of
 * the tasks has its turn, however many there are.
 */
export function turnPace(turnMs = TURN_MS, nowMs: () => number = () => performance.now()): Pace {
  const waiting: (() => void)[] = [];
  let endsAt = -Infinity;
  const next = (): void => {
    const resume = waiting.shift();
    if (waiting.length > 0) setImmediate(next);
    endsAt = nowMs() + turnMs;
    resume?.();
  };
  return {
    isDue: () => nowMs() >= endsAt,
    pause: () =>
      new Promise((resolve) => {
        if (waiting.push(resolve) === 1) setImmediate(next);
      }),
  };
}

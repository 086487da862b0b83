import type { YieldPolicy } from '@stackcheck/datasets/tasks';
import type { YoungGeneration } from './young-generation';

/**
 * The time slice of a long task. Requests that wait meanwhile are answered well within five milliseconds, even while code is not
 * yet compiled, the garbage collector marks at the same time, and some twenty requests arrive in one turn of the event loop.
 */
const TURN_MS = 0.5;

/** Moved by the collector in one to two milliseconds, if all of it is in use. */
const YOUNG_BYTES = 2 * 1024 * 1024;

/** Options of the time slicing. */
export interface TimeSlicingDeps {
  readonly turnMs?: number;
  readonly nowMs?: () => number;
  /** Collected in turns of its own while tasks run; left to itself where absent. */
  readonly young?: YoungGeneration | undefined;
}

/**
 * The yield policy of the long tasks on the event loop of a server. Time slices are judged by time and not by amount of work, since the
 * same work takes ten times as long when its code runs for the first time; and between two looks at the network only one of
 * the tasks has its turn, however many there are.
 */
export function timeSlicing({
  turnMs = TURN_MS,
  nowMs = () => performance.now(),
  young,
}: TimeSlicingDeps = {}): YieldPolicy {
  const waiting: (() => void)[] = [];
  let endsAt = -Infinity;
  let keptBytes = 0;
  const next = (): void => {
    if (young && young.usedBytes() - keptBytes > YOUNG_BYTES) {
      young.collect();
      keptBytes = young.usedBytes();
      return void setImmediate(next);
    }
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

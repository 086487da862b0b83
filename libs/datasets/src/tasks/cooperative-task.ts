/**
 * A long computation in steps of some microseconds each: the caller that runs it decides between two steps whether others must go
 * on first. Nothing of its result is to be seen before its end.
 */
export type CooperativeTask<Result> = Generator<void, Result, void>;

/** Says to a long computation when to let others go on. */
export interface YieldPolicy {
  /** Whether this turn of the event loop has been used up. Asked after each step, so it must be cheap. */
  isDue(): boolean;
  /** Lets others go on; afterwards a new turn begins. */
  pause(): Promise<void>;
}

/** The policy of a caller that has nobody waiting. */
export const AT_ONCE: YieldPolicy = { isDue: () => false, pause: async () => undefined };

/** A computation that is short enough to be one step. */
export function* oneStep<Result>(compute: () => Result): CooperativeTask<Result> {
  const result = compute();
  yield;
  return result;
}

/** Runs a computation to its end at once. */
export function finish<Result>(steps: CooperativeTask<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs a computation to its end, turn by turn. */
export async function runSliced<Result>(steps: CooperativeTask<Result>, yieldPolicy: YieldPolicy): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (yieldPolicy.isDue()) await yieldPolicy.pause();
  }
}

/** The same list through `change`, some elements per step. */
export function* mapSteps<Item, Result>(
  items: readonly Item[],
  change: (item: Item) => Result,
  perStep = 16,
): CooperativeTask<Result[]> {
  const changed: Result[] = [];
  for (const item of items) {
    changed.push(change(item));
    if (changed.length % perStep === 0) yield;
  }
  return changed;
}

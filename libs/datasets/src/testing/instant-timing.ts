import type { Timing } from '../publish/with-lease';

/** Timing in which waiting takes no time and nothing repeats. */
export const instantTiming: Timing = {
  sleep: () => Promise.resolve(),
  every: () => () => undefined,
};

import type { Clock } from '@stackcheck/contract';

/** How long what was read from files is taken for what they hold. */
const GOOD_FOR_MS = 1_000;

/**
 * What files say, read again at most once a second, when it is asked for. A file that cannot be used later leaves what was read before.
 * @throws whatever the first reading throws
 */
export function readAgain<T>(read: () => T, clock: Clock): () => T {
  let value = read();
  let readAt = clock.monotonic();
  return () => {
    if (clock.monotonic() - readAt < GOOD_FOR_MS) return value;
    readAt = clock.monotonic();
    try {
      value = read();
    } catch {
      // Reported at the next start; until then what is in memory is good.
    }
    return value;
  };
}

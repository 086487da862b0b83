import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Looking through the whole heap takes as long for little as for much: less than this may wait for the collector. */
const WORTH_BYTES = 16 * 1024 * 1024;

/**
 * Gives back all memory that nobody needs any more, where objects took enough since the last time or buffers hold enough. Left alone,
 * the collector comes once tens of megabytes have gathered, and documents of that size would be held next to what was made of them.
 * Takes some milliseconds, in which nothing else runs.
 */
export function collectGarbage(): void {
  // Buffers that were given up are freed a moment after the collection, so that nothing can be measured from then.
  const { used_heap_size: objects, external_memory: buffers } = getHeapStatistics();
  if (objects - objectsLeft < WORTH_BYTES && buffers < WORTH_BYTES) return;
  collect ??= exposed();
  collect();
  objectsLeft = getHeapStatistics().used_heap_size;
}

let collect: (() => void) | undefined;
let objectsLeft = 0;

/** The collector has no other door where Node was started without `--expose-gc`. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

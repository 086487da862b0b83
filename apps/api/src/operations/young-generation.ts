import { getHeapSpaceStatistics } from 'node:v8';

/** What was allocated lately, of which the collector moves all that is still in use in one go. */
export interface YoungGeneration {
  usedBytes(): number;
  collect(): void;
}

/**
 * The young generation of this process, or undefined where it was not started with `--expose-gc`. A snapshot being loaded lives
 * on, nearly all of it: left alone until 16 MB are full, the collector moves up to that much while everybody waits. Asked
 * oftener, it moves less each time and the same in all.
 */
export function youngGeneration(): YoungGeneration | undefined {
  const collect = globalThis.gc;
  if (collect === undefined) return undefined;
  return {
    usedBytes: () =>
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_used_size ?? 0,
    collect: () => collect({ type: 'minor' }),
  };
}

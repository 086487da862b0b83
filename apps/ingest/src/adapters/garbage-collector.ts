import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Looking through the whole heap takes as long for little as for much: less than this may wait for the collector. */
const WORTH_BYTES = 16 * 1024 * 1024;

/** What a process holds, in bytes, and its collector. */
export interface ProcessMemory {
  objects(): number;
  buffers(): number;
  collect(): void;
}

/**
 * What gives back all memory that nobody needs any more, where objects took enough since the last time or buffers since it was made: the first
 * time in any process but an empty one. Left alone, the collector comes once tens of megabytes have gathered, and documents of that
 * size would be held next to what was made of them. A call takes some milliseconds, in which nothing else runs: longer where the
 * process held much before.
 */
export function garbageCollector(memory: ProcessMemory = processMemory): () => void {
  let objectsLeft = 0;
  const buffersBefore = memory.buffers();
  return () => {
    // Buffers that were given up are freed a moment after the collection, so that nothing can be measured from then.
    if (memory.objects() - objectsLeft < WORTH_BYTES && memory.buffers() - buffersBefore < WORTH_BYTES) return;
    memory.collect();
    objectsLeft = memory.objects();
  };
}

let collect: (() => void) | undefined;

/** Of this process. */
export const processMemory: ProcessMemory = {
  objects: () => getHeapStatistics().used_heap_size,
  buffers: () => getHeapStatistics().external_memory,
  collect: () => (collect ??= exposed())(),
};

/** The collector has no other door where Node was started without `--expose-gc`. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

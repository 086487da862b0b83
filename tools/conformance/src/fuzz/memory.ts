import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes in use after a full collection. */
export interface MemorySample {
  readonly heapBytes: number;
  readonly rssBytes: number;
}

/** Collects all garbage and looks. The service runs in this process, so its memory is in the figures. */
export function memoryNow(): MemorySample {
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapBytes: heapUsed, rssBytes: rss };
}

/** Node hides `gc` unless a flag asks for it at start; set this way, it is there in a new context. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
}

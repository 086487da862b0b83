import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so many milliseconds; false when asked to stop meanwhile. */
export async function waited(ms: number, stop: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal: stop });
  } catch {
    // Only an abort rejects; the answer below says so.
  }
  return !stop.aborted;
}

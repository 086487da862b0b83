/** Counts events per key over a sliding time; times come from the caller and never go back. */
export interface SlidingWindow {
  add(key: string, nowMs: number): void;
  /** Milliseconds until fewer than the limit lie in the window; 0 when that is so already. */
  waitMs(key: string, nowMs: number): number;
  /** Keys held, for tests and metrics. */
  size(): number;
}

/** How many keys are looked at for one to forget when the table is full. */
const EVICTION_LOOKS = 32;

/**
 * @param limit events within the window that make a key wait
 * @param keysMax keys held at most; then the one whose last event is oldest is forgotten, one that does not wait first
 */
export function slidingWindow(limit: number, windowMs: number, keysMax: number): SlidingWindow {
  // A Map keeps insertion order and every event re-inserts its key, so the first keys are the longest untouched ones.
  const timesByKey = new Map<string, readonly number[]>();

  const waitMs = (key: string, nowMs: number): number => {
    const times = timesByKey.get(key);
    if (!times || times.length < limit) return 0;
    return Math.max(0, times[0]! + windowMs - nowMs);
  };

  const makeRoom = (nowMs: number): void => {
    let looks = 0;
    for (const key of timesByKey.keys()) {
      if (waitMs(key, nowMs) === 0) {
        timesByKey.delete(key);
        return;
      }
      if (++looks >= EVICTION_LOOKS) break;
    }
    const [oldest] = timesByKey.keys();
    if (oldest !== undefined) timesByKey.delete(oldest);
  };

  return {
    add(key, nowMs) {
      const recent = (timesByKey.get(key) ?? []).filter((time) => time + windowMs > nowMs);
      timesByKey.delete(key);
      if (timesByKey.size >= keysMax) makeRoom(nowMs);
      timesByKey.set(key, [...recent, nowMs].slice(-limit));
    },
    waitMs,
    size: () => timesByKey.size,
  };
}

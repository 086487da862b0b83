/** When a dataset was last refreshed and how often that happens. */
export interface Refresh {
  /** Epoch milliseconds; null when it is not known. */
  readonly refreshedAtMs: number | null;
  readonly cadenceHours: number;
}

const HOUR_MS = 3_600_000;

/**
 * The earliest instant at which one of the datasets should be refreshed again: before it, a check is only for what time
 * changes. Epoch milliseconds, later than now; a dataset that is late is expected at any time, and counts by its next turn.
 */
export function nextCheckAfter(nowMs: number, refreshes: readonly Refresh[]): number {
  const turns = refreshes.map(({ refreshedAtMs, cadenceHours }) => {
    const cadenceMs = cadenceHours * HOUR_MS;
    if (refreshedAtMs === null || refreshedAtMs > nowMs) return nowMs + cadenceMs;
    return refreshedAtMs + (Math.floor((nowMs - refreshedAtMs) / cadenceMs) + 1) * cadenceMs;
  });
  return Math.min(nowMs + DAY_MS, ...turns);
}

/** A day changes by itself what ends or falls due. */
const DAY_MS = 24 * HOUR_MS;

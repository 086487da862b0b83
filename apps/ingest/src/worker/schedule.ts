import type { DatasetDescriptor, PublishOutcome } from '@stackcheck/datasets';
import type { DatasetState } from '@stackcheck/datasets/store';

const HOUR_MS = 3_600_000;

/** Another worker needs about this long at most. */
const BUSY_WAIT_MS = 60_000;

/** After a failure upstream is asked again well before the data grows stale. */
const FAILURE_WAIT_MS = HOUR_MS;

/** So that many installations do not ask upstream in the same second. */
const JITTER_MAX_MS = 600_000;

/**
 * How long to wait before the first refresh after a start: not at all when there is no real data or a cadence has
 * passed since the last check, otherwise for the rest of it.
 * @param starter whether the current snapshot is the embedded starter
 */
export function firstDelayMs(
  descriptor: DatasetDescriptor,
  state: DatasetState,
  starter: boolean,
  nowMs: number,
): number {
  if (starter || state.currentSnapshotId === null || state.refreshedAt === null) return 0;
  const dueMs = state.refreshedAt + pollMs(descriptor);
  // A refresh recorded by a wrong clock must not put the next one off for longer than a cadence.
  return Math.min(Math.max(0, dueMs - nowMs), pollMs(descriptor));
}

/** How long to wait after a refresh that ended like this. @param random at least 0 and below 1 */
export function nextDelayMs(descriptor: DatasetDescriptor, outcome: PublishOutcome['kind'], random: number): number {
  const jitterMs = Math.floor(random * JITTER_MAX_MS);
  switch (outcome) {
    case 'published':
    case 'unchanged':
      return pollMs(descriptor) + jitterMs;
    case 'busy':
      return BUSY_WAIT_MS;
    case 'refused':
    case 'failed':
      return Math.min(FAILURE_WAIT_MS, pollMs(descriptor)) + jitterMs;
  }
}

function pollMs({ cadenceHours, pollHours = cadenceHours }: DatasetDescriptor): number {
  return pollHours * HOUR_MS;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { registeredDataset, type DatasetId } from '@stackcheck/datasets';
import { refreshDataset, resealStored } from './refresh';
import { firstDelayMs, nextDelayMs } from './schedule';
import type { IngestParts } from './tokens';

/**
 * Refreshes each dataset at its cadence until told to stop. A fault of one refresh is logged and does not end the
 * worker: the next try may do better, and the API serves what there is.
 */
export async function runWorker(parts: IngestParts, ids: readonly DatasetId[], stop: AbortSignal): Promise<void> {
  await Promise.all(ids.map((id) => runDataset(parts, id, stop)));
}

async function runDataset(parts: IngestParts, id: DatasetId, stop: AbortSignal): Promise<void> {
  const { descriptor } = registeredDataset(id);
  const { store, clock, random } = parts;
  await resealSafely(parts, id);
  const state = store.state(id);
  const starter = store.list(id)[0]?.starter ?? false;
  let delayMs = firstDelayMs(descriptor, state, starter, clock.now());
  while (await waited(delayMs, stop)) {
    const kind = await refreshSafely(parts, id);
    delayMs = nextDelayMs(descriptor, kind, random());
  }
}

/** The next refresh may be hours away, and until then the API would refuse what another version sealed. */
async function resealSafely(parts: IngestParts, id: DatasetId): Promise<void> {
  try {
    await resealStored(parts, id, 0);
  } catch (error) {
    parts.logger.error({ dataset: id, err: error }, `${id} could not be sealed anew`);
  }
}

async function refreshSafely(parts: IngestParts, id: DatasetId) {
  try {
    return (await refreshDataset(parts, id, 0)).outcome.kind;
  } catch (error) {
    parts.logger.error({ dataset: id, err: error }, `${id} refresh broke off`);
    return 'failed';
  }
}

/** False when told to stop meanwhile. */
async function waited(ms: number, stop: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal: stop });
  } catch {
    // Only an abort rejects; the answer below says so.
  }
  return !stop.aborted;
}

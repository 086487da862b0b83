import type { DatasetId } from '@stackcheck/datasets';
import { descriptorOf } from '@stackcheck/datasets/registry';
import { foreseenFault } from '../operations/faults';
import { refreshDataset, remakeStoredDeltas, removeExpended, resealStored } from '../refresh/refresh';
import { firstDelayMs, nextDelayMs } from './schedule';
import { shareSafely } from '../nodes/share-current';
import type { IngestParts } from '../parts/ingest-parts';
import { waited } from './waited';

/**
 * Refreshes each dataset at its cadence until asked to stop. A fault of one refresh is logged and does not end the
 * worker: the next try may do better, and the API serves what there is.
 */
export async function runWorker(parts: IngestParts, ids: readonly DatasetId[], stop: AbortSignal): Promise<void> {
  await shareSafely(parts);
  await Promise.all(ids.map((id) => runDataset(parts, id, stop)));
}

async function runDataset(parts: IngestParts, id: DatasetId, stop: AbortSignal): Promise<void> {
  const descriptor = descriptorOf(id);
  const { store, clock, random } = parts;
  // The next refresh may be hours away, and until then the API would refuse what another version sealed.
  await safely(parts, id, 'could not be sealed again', () => resealStored(parts, id, 0));
  await safely(parts, id, 'deltas could not be made', () => remakeStoredDeltas(parts, id, 0));
  const state = store.state(id);
  const starter = store.list(id)[0]?.starter ?? false;
  let delayMs = firstDelayMs(descriptor, state, starter, clock.now());
  while (await waited(delayMs, stop)) {
    const report = await safely(parts, id, 'refresh broke off', () => refreshDataset(parts, id, 0));
    if (!report) parts.metrics?.brokeOff(id);
    const kind = report?.outcome.kind ?? 'failed';
    if (kind === 'published')
      await safely(parts, id, 'old snapshots could not be removed', () => removeExpended(parts, id, 0));
    if (kind === 'published' || kind === 'unchanged') await shareSafely(parts);
    delayMs = nextDelayMs(descriptor, kind, random());
  }
}

/** Undefined when the work threw, which is logged. */
async function safely<Result>(
  { logger }: IngestParts,
  id: DatasetId,
  fault: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const reason = foreseenFault(error);
    const why = reason === undefined ? { err: error } : { reason };
    logger.error({ dataset: id, ...why }, `${id} ${fault}`);
    return undefined;
  }
}

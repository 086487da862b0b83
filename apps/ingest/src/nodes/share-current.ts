import type { IngestParts } from '../parts/ingest-parts';
import { foreseenFault } from '../operations/faults';
import { publishCurrent } from './publish-current';

/** One at a time: datasets are refreshed at the same time. */
const underWay = new WeakMap<object, Promise<void>>();

/** Publishes for other nodes what the store holds, where a place for it is configured. @throws when that cannot be written */
export async function shareCurrent(parts: IngestParts): Promise<void> {
  const { publishTo } = parts.config;
  if (publishTo === null) return;
  const before = underWay.get(parts) ?? Promise.resolve();
  const now = before
    .catch(() => undefined)
    .then(async () => {
      const { sequence, swept } = await publishCurrent(parts, publishTo);
      parts.logger.info({ event: 'published_for_nodes', sequence, swept }, 'published for other nodes');
    });
  underWay.set(parts, now);
  await now;
}

/** The same for the scheduled worker: a fault is logged, and the next publication tries again. */
export async function shareSafely(parts: IngestParts): Promise<void> {
  try {
    await shareCurrent(parts);
  } catch (error) {
    const reason = foreseenFault(error);
    parts.logger.error(
      { event: 'not_published_for_nodes', ...(reason === undefined ? { err: error } : { reason }) },
      'the place for other nodes could not be written',
    );
  }
}

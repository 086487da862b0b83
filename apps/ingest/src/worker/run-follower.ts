import type { DatasetId } from '@stackcheck/datasets';
import type { IngestParts } from '../parts/ingest-parts';
import type { IngestConfig } from '../config/config';
import { whileMeasured } from './while-measured';
import { withParts, type RunOptions } from './run';
import { waited } from './waited';
import { advisoryFolder } from '../osv/advisory-folder';
import { Follower, type FollowOutcome } from '../nodes/follow';
import { openSnapshotSource } from '../nodes/open-source';

/** Well within the time between the listing of a snapshot and its being served. */
const POLL_MS = 15_000;
const POLL_MAX_MS = 300_000;

/** How a worker with a source was called. */
export interface FollowOptions extends Pick<RunOptions, 'override'> {
  readonly once?: true;
  readonly starter?: true;
}

/**
 * Follows the configured source: once, until nothing waits for its time, or until stopped. What is given as a starter is left out: the
 * publisher's chain begins elsewhere.
 * @returns the exit code: 1 where the last look was refused
 */
export function followSource(
  config: IngestConfig,
  ids: readonly DatasetId[],
  stop: AbortSignal,
  options: FollowOptions,
): Promise<0 | 1> {
  const { once, starter } = options;
  if (starter) return Promise.resolve(0);
  const follow = async (parts: IngestParts): Promise<0 | 1> => {
    const follower = openFollower(parts);
    for (let failures = 0; ;) {
      const outcome = await follower.follow(ids);
      report(parts, outcome);
      const isRefused = outcome.kind === 'refused';
      parts.metrics?.looked(isRefused ? 'refused' : 'followed');
      const isDone = isRefused || outcome.waitMs === null;
      if (stop.aborted || (once && isDone)) return isRefused ? 1 : 0;
      failures = isRefused ? failures + 1 : 0;
      if (!(await waited(nextLookMs(outcome, failures, parts.random()), stop))) return 0;
    }
  };
  return withParts(config, options, (parts) => (once ? follow(parts) : whileMeasured(parts, ids, () => follow(parts))));
}

/** The follower of the configured source. @throws where none is configured */
export function openFollower(parts: IngestParts): Follower {
  const { config, clock, random, timing } = parts;
  if (config.snapshotSource === null) throw new Error('no source is configured');
  const folder = advisoryFolder(config);
  const source = openSnapshotSource(config.snapshotSource, {
    clock,
    random,
    sleep: timing.sleep,
    folder,
    bucket: config.bucket,
  });
  return new Follower(parts, { source });
}

/** How long until the next look: sooner where a snapshot waits for its time, later and later where looks fail. @param random below 1 */
export function nextLookMs(outcome: FollowOutcome, failures: number, random: number): number {
  const spread = 0.8 + 0.4 * random;
  if (outcome.kind === 'refused') return Math.min(POLL_MAX_MS, POLL_MS * 2 ** Math.min(failures - 1, 10)) * spread;
  const pollMs = POLL_MS * spread;
  return outcome.waitMs === null ? pollMs : Math.min(pollMs, outcome.waitMs + 1);
}

function report({ logger }: IngestParts, outcome: FollowOutcome): void {
  for (const snapshotId of outcome.swapped) {
    logger.info({ event: 'followed', snapshot_id: snapshotId }, `${snapshotId} taken up from the source`);
  }
  if (outcome.kind === 'refused') {
    logger.warn(
      { event: 'source_refused', reason: outcome.reason },
      'the source of snapshots was refused; what is served stays',
    );
  }
}

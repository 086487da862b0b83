import { EpssIndexBuilder, type EpssIndex } from '@stackcheck/epss-core';
import type { CooperativeTask } from '../tasks/cooperative-task';
import { ScoreCursor } from './score-rows';
import type { EpssSnapshot } from './records';

/** Added in one step: some tenths of a millisecond. */
const ADDED_PER_STEP = 1_024;

/**
 * Builds the look-up of a snapshot.
 * @param complete whether these are all scores of the day, so that an id that is not among them has none
 * @throws Error when a CVE is scored twice or a number is no probability, which no published snapshot holds
 */
export function* indexEpss(
  { meta, score_count: count, scores }: EpssSnapshot,
  complete = true,
): CooperativeTask<EpssIndex> {
  const builder = new EpssIndexBuilder(count);
  const cursor = new ScoreCursor(scores);
  for (let added = 0; cursor.next(); added += 1) {
    builder.addKey(cursor.key, cursor.score, cursor.percentile);
    if (added % ADDED_PER_STEP === 0) yield;
  }
  return builder.finish({ modelVersion: meta.model_version, scoreDate: meta.score_date.slice(0, 10) }, complete);
}

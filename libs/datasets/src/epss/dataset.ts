import type { EpssIndex } from '@stackcheck/epss-core';
import type { DocumentDataset } from '../life/dataset';
import { documentDataset } from '../life/document-dataset';
import { oneStep, type CooperativeTask } from '../tasks/cooperative-task';
import { EPSS_DESCRIPTOR } from './descriptor';
import { guardEpss } from './guards';
import { indexEpss } from './lookup';
import { normaliseEpss } from './normalise';
import type { EpssSnapshot } from './records';
import { ScoreCursor } from './score-rows';
import { epssStarter } from './starter';
import { readUpstream } from './upstream';

const SELF_TEST_SCORES = 500;
/** Read in one step: some tenths of a millisecond. */
const READ_PER_STEP = 4_096;

/** A form that no CVE id has. */
const NOBODYS_ID = 'CVE-0000-0000';

/**
 * The scores of the Exploit Prediction Scoring System. They have no deltas: from one day to the next nearly every score or
 * percentile changes, so that a delta would be about as long as the whole.
 */
export const epssDataset: DocumentDataset<EpssSnapshot, EpssIndex> = documentDataset({
  descriptor: EPSS_DESCRIPTOR,
  read: (body) => normaliseEpss(readUpstream(body)),
  guard: guardEpss,
  recordCount: (content) => content.score_count,
  scopeTables: () => oneStep(() => []),
  index: indexEpss,
  selfTest,
  starter: epssStarter,
});

/** Asks for scores spread over the whole snapshot, and for one that nobody has. */
function* selfTest(
  index: EpssIndex,
  { score_count: count, scores }: EpssSnapshot,
): CooperativeTask<string | undefined> {
  if (index.size !== count) return `${index.size} of ${count} scores are in the index`;
  const step = Math.max(1, Math.floor(count / SELF_TEST_SCORES));
  const cursor = new ScoreCursor(scores);
  for (let at = 0; cursor.next(); at += 1) {
    if (at % READ_PER_STEP === 0) yield;
    if (at % step !== 0) continue;
    const found = index.find(cursor.cve);
    if (found?.score !== cursor.score || found.percentile !== cursor.percentile) {
      return `${cursor.cve} is scored and not found as it is`;
    }
  }
  return index.find(NOBODYS_ID) === undefined ? undefined : 'an id that nobody has is found';
}

import { isModelChange } from '@stackcheck/epss-core';
import { driftFault, sample, type GuardFault } from '../life/guards';
import { ScoreCursor } from './score-rows';
import type { EpssSnapshot } from './records';

/** Scores come and hardly ever go: now and then a CVE is rejected. */
const LOSS_MAX = 0.01;
/** Under one model, most scores move a little from day to day and few move far. */
const FAR = 0.1;
const FAR_MOVED_MAX = 0.05;

/** What speaks against scores as the successors of the last good ones. That nearly all of them differ is the normal case. */
export function historyFaults(next: EpssSnapshot, previous: EpssSnapshot): readonly (GuardFault | undefined)[] {
  const { gone, kept, moved } = differences(next, previous);
  return [reversedFault(next, previous), lossFault(gone, previous), movedFault(moved, kept, next, previous)];
}

function reversedFault({ meta: now }: EpssSnapshot, { meta: before }: EpssSnapshot): GuardFault | undefined {
  if (now.score_date >= before.score_date) return undefined;
  const sentence = `scores of ${now.score_date} are older than the last snapshot's, of ${before.score_date}`;
  return { rule: 'version_reversed', sentence, overridable: true };
}

/** Counts what is gone, not how many are left: additions must not hide removals. */
function lossFault(gone: readonly string[], { score_count: known }: EpssSnapshot): GuardFault | undefined {
  if (gone.length <= known * LOSS_MAX) return undefined;
  const sentence = `${gone.length} of ${known} scored CVEs are gone, e.g. ${sample(gone)}; at most ${
    LOSS_MAX * 100
  } % is believed in one refresh`;
  return { rule: 'shrunken', sentence, overridable: true };
}

/** A new model moves all scores at once, and is no fault. */
function movedFault(
  moved: number,
  kept: number,
  { meta: now }: EpssSnapshot,
  { meta: before }: EpssSnapshot,
): GuardFault | undefined {
  if (isModelChange(before.model_version, now.model_version)) return undefined;
  return driftFault(`scores by more than ${FAR} under one model`, moved, kept, FAR_MOVED_MAX);
}

interface Differences {
  readonly gone: readonly string[];
  /** How many CVEs are scored in both. */
  readonly kept: number;
  /** How many of these moved far. */
  readonly moved: number;
}

/** Both are in order of year and number, so one walk over the two finds everything. */
function differences(next: EpssSnapshot, previous: EpssSnapshot): Differences {
  const gone: string[] = [];
  const [before, after] = [new ScoreCursor(previous.scores), new ScoreCursor(next.scores)];
  let [kept, moved, isMore] = [0, 0, after.next()];
  while (before.next()) {
    while (isMore && after.key < before.key) isMore = after.next();
    if (!isMore || after.key !== before.key) {
      gone.push(before.cve);
      continue;
    }
    kept += 1;
    if (Math.abs(after.score - before.score) > FAR) moved += 1;
  }
  return { gone, kept, moved };
}

import { isProbability } from '@stackcheck/epss-core';
import { cveOfKey } from '@stackcheck/epss-core/cve-key';
import { sample, type GuardFault } from '../life/guards';
import { missingCanaries } from './canaries';
import { historyFaults } from './history-guards';
import { ScoreCursor } from './score-rows';
import type { EpssSnapshot } from './records';

/** Why these scores must not be published; empty when they may. */
export function guardEpss(next: EpssSnapshot, previous: EpssSnapshot | undefined): readonly GuardFault[] {
  const unsound = unsoundFaults(next);
  // What cannot be asked for, or is no probability, is not compared with anything.
  if (unsound.length > 0) return unsound;
  const faults = [
    orderFault(next),
    canaryFault(next),
    ...(previous === undefined ? [] : historyFaults(next, previous)),
  ];
  return faults.filter((fault) => fault !== undefined);
}

/** What would harm the service itself: an index could not be made of it, or would answer wrongly. */
function unsoundFaults({ scores, score_count: stated }: EpssSnapshot): readonly GuardFault[] {
  const cursor = new ScoreCursor(scores);
  const [refused, repeated, outside]: [string[], string[], string[]] = [[], [], []];
  let [count, before] = [0, -Infinity];
  for (; cursor.next(); count += 1) {
    const { key, score, percentile } = cursor;
    if (Number.isNaN(key)) refused.push(cursor.cve);
    else if (key <= before) repeated.push(cursor.cve);
    else before = key;
    if (!isProbability(score) || !isProbability(percentile)) outside.push(cursor.cve);
  }
  return [
    ...(count === 0 ? [fault('empty', 'there is no score')] : []),
    ...(count === stated ? [] : [fault('unreadable', `${stated} scores are announced and ${count} are there`)]),
    ...(refused.length === 0 ? [] : [fault('name_refused', `scores of what is no CVE id: ${sample(refused)}`)]),
    ...(repeated.length === 0
      ? []
      : [fault('name_not_unique', `CVEs that are scored twice or out of order: ${sample(repeated)}`)]),
    ...(outside.length === 0
      ? []
      : [fault('score_out_of_range', `scores or percentiles outside 0 to 1: ${sample(outside)}`)]),
  ];
}

function fault(rule: GuardFault['rule'], sentence: string): GuardFault {
  return { rule, sentence, overridable: false };
}

/** The lowest and the highest percentile of one score, and the CVE that has the lowest. */
interface Ranks {
  min: number;
  max: number;
  key: number;
}

/** Equal scores may have unequal percentiles, since both are rounded; a higher score never has a lower percentile. */
function orderFault({ scores }: EpssSnapshot): GuardFault | undefined {
  const byScore = new Map<number, Ranks>();
  const cursor = new ScoreCursor(scores);
  while (cursor.next()) {
    const { key, score, percentile } = cursor;
    const known = byScore.get(score);
    if (known === undefined) byScore.set(score, { min: percentile, max: percentile, key });
    else if (percentile < known.min) [known.min, known.key] = [percentile, key];
    else if (percentile > known.max) known.max = percentile;
  }
  const wrong: string[] = [];
  let highest = 0;
  for (const score of Float64Array.from(byScore.keys()).sort()) {
    const { min, max, key } = byScore.get(score)!;
    if (min < highest) wrong.push(`${cveOfKey(key)} with ${score} and ${min}`);
    highest = Math.max(highest, max);
  }
  if (wrong.length === 0) return undefined;
  const sentence = `percentiles that fall while scores rise: ${sample(wrong)}`;
  return { rule: 'percentile_falls', sentence, overridable: true };
}

function canaryFault({ scores }: EpssSnapshot): GuardFault | undefined {
  const missing = missingCanaries(scores);
  if (missing.length === 0) return undefined;
  const sentence = `${missing.length} well-known CVEs have no score: ${sample(missing)}`;
  return { rule: 'canary_changed', sentence, overridable: true };
}

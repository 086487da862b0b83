import { crossing, isModelChange, standingOf, type EpssStanding, type EpssView } from '@stackcheck/epss-core';
import type { StackCheck } from '../check/judge';
import type { StackRef } from '../stack';
import type { Baseline } from './baseline';
import { toChange, type Change, type ChangePlace } from './change';
import { cveStanding } from './score-state';
import { matchesOf } from './state-of';

/**
 * What went over the threshold of scores, up or down; a change of a score that stays on its side is none. Where the scores are
 * of another model, that alone is reported, once. What is new, or not known then or now, has crossed nothing.
 * @param model of the scores of the check; null where they were not all at hand
 */
export function scoreChanges(
  check: StackCheck,
  least: number | undefined,
  model: string | null,
  { scores: before, packages }: Baseline,
): readonly Change[] {
  if (least === undefined || before === undefined || model === null) return [];
  if (before.model !== null && isModelChange(before.model, model)) {
    const ref: StackRef = check.cves === null ? 'packages/0' : 'cves/0';
    const isScored = check.cves !== null || check.packages !== null;
    const place: ChangePlace = { ref, subject: 'EPSS model', id: null };
    return isScored ? [toChange(place, { type: 'epss_model_changed', from: before.model, to: model })] : [];
  }
  const changes: Change[] = [];
  for (const [index, result] of (check.cves?.results ?? []).entries()) {
    const place: ChangePlace = { ref: `cves/${index}`, subject: result.resolved, id: null };
    const then = before.cves[index] ?? 'unknown';
    changes.push(...crossed(place, then, cveStanding(result, least), result.epss ?? null));
  }
  for (const [index, result] of (check.packages?.results ?? []).entries()) {
    const likely = before.packages[index];
    const earlier = packages[index];
    if (!result.checked || !likely || earlier?.kind !== 'full') continue;
    const known = new Map(earlier.groups.map(({ hash }) => [hash, hash]));
    for (const found of result.vulnerabilities) {
      const hashes = matchesOf(found, (hash) => known.get(hash));
      if (hashes.length === 0) continue;
      const then = hashes.some((hash) => likely.includes(hash)) ? 'above' : 'below';
      const { id, epss = null } = found;
      const place: ChangePlace = { ref: `packages/${index}`, subject: result.purl, id };
      changes.push(...crossed(place, then, standingOf(epss?.score ?? null, least, true), epss));
    }
  }
  return changes;
}

function crossed(
  place: ChangePlace,
  before: EpssStanding,
  now: EpssStanding,
  epss: EpssView | null,
): readonly Change[] {
  const way = crossing(before, now);
  if (way === undefined) return [];
  if (way === 'up') return epss === null ? [] : [toChange(place, { type: 'epss_above', epss })];
  return [toChange(place, { type: 'epss_below', epss })];
}

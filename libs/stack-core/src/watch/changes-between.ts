import { compareText } from '../compare-text';
import type { StackCheck } from '../check/judge';
import { compareRefs, type Stack } from '../stack';
import type { Baseline } from './baseline';
import { CHANGE_TYPES, type Change, type ChangePlace } from './change';
import { cycleChanges, imageChanges } from './cycle-changes';
import { kevChanges } from './kev-changes';
import { packageChanges, type KnownIds } from './package-changes';
import { isKevKnown } from './state-of';
import { scoreChanges } from './score-changes';
import type { WatchState } from './watch-state';

/** What distinguishes two checks. */
export interface Comparison {
  readonly baseline: Baseline;
  readonly stack: Stack;
  readonly check: StackCheck;
  /** The state of `check`. */
  readonly state: WatchState;
  readonly knownIds: KnownIds;
  /** The model of the scores; null or absent where they were not all at hand. */
  readonly epssModel?: string | null;
}

/**
 * Everything that is not as it was, worst first, then by place and id. Entries that were just added have no changes. Time
 * alone can change things too: what ended, ends soon or fell due since the baseline's day is reported, whatever the data say; of cycles since the
 * day that the baseline was asked of.
 */
export function changesBetween({
  baseline,
  stack,
  check,
  state,
  knownIds,
  epssModel = null,
}: Comparison): readonly Change[] {
  const { policy } = stack;
  const { day: since, asOf } = baseline;
  const cyclesSince = asOf === null || asOf < since ? since : asOf;
  const kevKnown = isKevKnown(check);
  const changes: Change[] = [];
  for (const [index, result] of (check.items?.results ?? []).entries()) {
    const before = baseline.items[index];
    if (before === undefined) continue;
    const place: ChangePlace = { ref: `items/${index}`, subject: `${result.product} ${result.version}`, id: null };
    changes.push(...cycleChanges(place, before, result.found ? result.match : undefined, policy, cyclesSince));
  }
  for (const [index, result] of (check.images?.results ?? []).entries()) {
    const before = baseline.images[index];
    if (before === undefined) continue;
    changes.push(
      ...imageChanges({ ref: `images/${index}`, subject: result.image, id: null }, before, result, policy, cyclesSince),
    );
  }
  for (const [index, result] of (check.cves?.results ?? []).entries()) {
    const before = baseline.cves[index];
    if (before === undefined) continue;
    const place: ChangePlace = { ref: `cves/${index}`, subject: result.resolved, id: null };
    changes.push(...kevChanges(place, before, result.listed ? result.entry : null, since));
  }
  for (const [index, result] of (check.packages?.results ?? []).entries()) {
    const before = baseline.packages[index];
    const now = state.packages[index];
    if (before === undefined || now === undefined) continue;
    const place: ChangePlace = { ref: `packages/${index}`, subject: result.purl, id: null };
    changes.push(...packageChanges({ place, before, result, now, kevKnown, since, knownIds }));
  }
  changes.push(...scoreChanges(check, policy.epss_min, epssModel, baseline));
  return changes.sort(worstFirst);
}

function worstFirst(a: Change, b: Change): number {
  return (
    CHANGE_TYPES.indexOf(a.type) - CHANGE_TYPES.indexOf(b.type) ||
    compareRefs(a.ref, b.ref) ||
    compareText(a.id ?? '', b.id ?? '')
  );
}

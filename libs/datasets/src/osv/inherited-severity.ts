import { groupByAlias } from '@stackcheck/osv-core/judging';
import { ratingOf } from '@stackcheck/osv-core/records';
import type { AdvisoryBuilder, AliasedRating } from '../store/advisory-files';

/**
 * Rates advisories that state no severity by others of the same vulnerability: most records of GO, PYSEC and RUSTSEC leave
 * it to GHSA's, which may be filed under another package and so be out of sight when one is asked about. Looks at
 * all advisories with aliases at once, so it runs once, when the index is complete.
 */
export function inheritSeverity(builder: AdvisoryBuilder): void {
  for (const { members } of groupByAlias(related(builder))) {
    const unrated = members.filter(isUnrated);
    if (unrated.length === 0 || unrated.length === members.length) continue;
    const { severity, score, vector } = ratingOf(members);
    for (const { id } of unrated) builder.inherit(id, { severity, score, vector });
  }
}

/** Advisories with aliases, and those that have none of their own and are named as one. */
function related(builder: AdvisoryBuilder): readonly AliasedRating[] {
  const aliased = [...builder.aliased()];
  const ids = new Set(aliased.map(({ id }) => id));
  const named = new Set(aliased.flatMap(({ aliases }) => aliases));
  return [...aliased, ...[...named].flatMap((id) => (ids.has(id) ? [] : (builder.rated(id) ?? [])))];
}

function isUnrated({ severity, score, vector }: AliasedRating): boolean {
  return severity === null && score === null && vector === null;
}

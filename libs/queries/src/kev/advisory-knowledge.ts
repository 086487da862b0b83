import type { OsvIndex } from '@stackcheck/datasets';
import type { ScoredKevReport, ScoredKevResult } from '@stackcheck/epss-core/score-kev-report';
import { namedFirst, type NamedAdvisory } from '@stackcheck/osv-core/report';

/** Whether any package advisory is about a CVE that is not listed; in wire names. */
export interface AdvisoryKnowledge {
  /** Null where it cannot be said: no advisories are at hand, or a selection that has none. */
  readonly known_to_advisories: boolean | null;
  /** The foremost of them. */
  readonly advisories: readonly NamedAdvisory[];
}

/** The answer to one CVE; what advisories know is in the entries that are not listed. */
export type KnownKevResult = ScoredKevResult & Partial<AdvisoryKnowledge>;

/** The answer to a batch of CVEs with what advisories know of those that are not listed, in wire names. */
export interface KnownKevReport extends ScoredKevReport {
  readonly results: readonly KnownKevResult[];
  readonly unlisted: readonly KnownKevResult[];
  readonly unknown: readonly KnownKevResult[];
}

/**
 * Joins to each entry that is not listed whether any advisory is about it: one look-up for each such CVE.
 * @param index undefined where no advisories are at hand
 */
export function joinAdvisories(report: ScoredKevReport, index: OsvIndex | undefined): KnownKevReport {
  const known = new Map<string, AdvisoryKnowledge>();
  const knowledgeOf = (cve: string): AdvisoryKnowledge => {
    let knowledge = known.get(cve);
    if (knowledge === undefined) known.set(cve, (knowledge = ask(index, cve)));
    return knowledge;
  };
  const results = report.results.map((result): KnownKevResult =>
    result.listed === true ? result : { ...result, ...knowledgeOf(result.resolved) },
  );
  const unlisted = results.filter(({ listed }) => listed === false);
  return { ...report, results, unlisted, unknown: results.filter(({ listed }) => listed === null) };
}

function ask(index: OsvIndex | undefined, cve: string): AdvisoryKnowledge {
  const naming = index?.naming(cve);
  if (index === undefined || naming === undefined) return { known_to_advisories: null, advisories: [] };
  if (naming.length > 0) return { known_to_advisories: true, advisories: namedFirst(naming) };
  return { known_to_advisories: index.complete ? false : null, advisories: [] };
}

/** Why it cannot be said of every CVE whether advisories know it, as a sentence; null where it can. */
export function advisoriesNote(index: OsvIndex | undefined): string | null {
  if (index === undefined) return 'No package advisories are at hand, so nothing is said of what they know.';
  if (index.naming(ANY_CVE) === undefined) {
    return 'The package advisories at hand cannot be asked by CVE yet, so nothing is said of what they know; from their next refresh on they can.';
  }
  if (!index.complete)
    return 'Only a selection of package advisories is at hand: what none of them knows others may know.';
  return null;
}

/** Whichever is asked for, an index that cannot be asked says so. */
const ANY_CVE = 'CVE-1999-0001';

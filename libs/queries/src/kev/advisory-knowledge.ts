import type { OsvIndex } from '@stackcheck/datasets/osv';
import type { KevReport } from '@stackcheck/kev-core';
import type { ScoredKevReport, ScoredKevResult } from '@stackcheck/epss-core/score-kev-report';
import type { PinnedSnapshot } from '../query/query';
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

/** Which advisories were asked about CVEs, in wire names. */
export interface AskedAdvisories {
  readonly osv_complete: boolean;
  readonly osv_snapshot_id: string | null;
  readonly osv_note: string | null;
}

/** What advisories were asked. @param osv undefined where none are at hand */
export function askedAdvisories(osv: PinnedSnapshot<OsvIndex> | undefined): AskedAdvisories {
  const note = advisoriesNote(osv?.index);
  return { osv_complete: note === null, osv_snapshot_id: osv?.manifest.snapshot_id ?? null, osv_note: note };
}

/**
 * Joins to each entry that is not listed whether any advisory is about it: one look-up for each such CVE.
 * @param index undefined where no advisories are at hand
 */
export function joinAdvisories<Report extends KevReport>(report: Report, index: OsvIndex | undefined): Known<Report> {
  const known = new Map<string, AdvisoryKnowledge>();
  const knowledgeOf = (cve: string): AdvisoryKnowledge => {
    let knowledge = known.get(cve);
    if (knowledge === undefined) known.set(cve, (knowledge = ask(index, cve)));
    return knowledge;
  };
  const results = report.results.map((result: Report['results'][number]) =>
    result.listed === true ? result : Object.assign({}, result, knowledgeOf(result.resolved)),
  );
  const unlisted = results.filter(({ listed }) => listed === false);
  return { ...report, results, unlisted, unknown: results.filter(({ listed }) => listed === null) };
}

/** A report with what is joined to its entries. */
type Known<Report extends KevReport> = Omit<Report, keyof Entries<Report>> & Entries<Report>;

interface Entries<Report extends KevReport> {
  readonly results: readonly (Report['results'][number] & Partial<AdvisoryKnowledge>)[];
  readonly unlisted: Entries<Report>['results'];
  readonly unknown: Entries<Report>['results'];
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

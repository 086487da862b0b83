import type { KevReport, KevResult } from '@stackcheck/kev-core';
import type { EpssIndex } from './epss-index';
import type { EpssView } from './score';

/** The answer to one CVE of a batch, with how probable its exploitation is; null where it has no score, or none were at hand. */
export type ScoredKevResult = KevResult & { readonly epss: EpssView | null };

/** The answer to a batch of CVEs, each with its score, in wire names. */
export interface ScoredKevReport extends KevReport {
  readonly results: readonly ScoredKevResult[];
  readonly unlisted: readonly ScoredKevResult[];
  readonly unknown: readonly ScoredKevResult[];
}

/** Joins scores to an answer about known exploitation, at the end of each entry. @param index undefined where none is at hand */
export function scoreKevReport(report: KevReport, index: EpssIndex | undefined): ScoredKevReport {
  const results = report.results.map((result): ScoredKevResult => {
    const { cve, resolved, listed } = result;
    const epss = index?.view(resolved) ?? null;
    // Written out without spreads, as the entries themselves are: they take longer than all look-ups.
    return listed === true
      ? { index: result.index, cve, resolved, listed, entry: result.entry, epss }
      : { index: result.index, cve, resolved, listed, epss };
  });
  const unlisted = results.filter(({ listed }) => listed === false);
  return { ...report, results, unlisted, unknown: results.filter(({ listed }) => listed === null) };
}

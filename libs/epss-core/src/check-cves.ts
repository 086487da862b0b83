import type { AskedCve } from '@stackcheck/kev-core';
import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { EpssIndex } from './epss-index';
import { reaches, type EpssScore } from './score';

/** Position, id as sent, and id as read. */
export interface EpssEcho {
  readonly index: number;
  readonly cve: string;
  /** Canonical spelling. */
  readonly resolved: string;
}

/** The answer to one CVE of a batch, in its wire names. `scored: null`: not in a selection, so nothing is known of it. */
export type EpssResult =
  | (EpssEcho & { readonly scored: true } & EpssScore)
  | (EpssEcho & { readonly scored: false })
  | (EpssEcho & { readonly scored: null });

/** The `data` of `/v1/epss/check`, in its wire names. `scored + unscored_count + unknown_count = count`. */
export interface EpssReport {
  readonly count: number;
  readonly scored: number;
  readonly unscored_count: number;
  /** Ids that are not in a selection of the scores; 0 where all were asked. */
  readonly unknown_count: number;
  /** Ids whose score is at or above the threshold that was sent; null where none was. */
  readonly above: number | null;
  /** The highest score; null where none is scored. */
  readonly highest: number | null;
  /** Whether all scores of the day were asked. */
  readonly complete: boolean;
  /** The publisher's name of the model that the scores are of. */
  readonly model_version: string;
  /** The UTC day of the scores. */
  readonly as_of: CalendarDate;
  /** One entry per id, in the order of the ids; an id sent twice is answered twice. */
  readonly results: readonly EpssResult[];
  /** The entries that have no score. */
  readonly unscored: readonly EpssResult[];
  /** The entries of which nothing is known. */
  readonly unknown: readonly EpssResult[];
}

/**
 * Answers a batch. None scored is an answer like any other.
 * @param threshold from 0 to 1; null where the caller sent none
 */
export function checkEpss(index: EpssIndex, cves: readonly AskedCve[], threshold: number | null): EpssReport {
  const absent = index.complete ? ({ scored: false } as const) : ({ scored: null } as const);
  const results = cves.map(({ asked, cve }, position): EpssResult => {
    const found = index.find(cve);
    const [place, resolved] = [position, cve];
    if (found === undefined) return { index: place, cve: asked, resolved, ...absent };
    return { index: place, cve: asked, resolved, scored: true, score: found.score, percentile: found.percentile };
  });
  const scores = results.flatMap((result) => (result.scored === true ? [result.score] : []));
  const unscored = results.filter((result) => result.scored === false);
  const unknown = results.filter((result) => result.scored === null);
  return {
    count: results.length,
    scored: scores.length,
    unscored_count: unscored.length,
    unknown_count: unknown.length,
    above: threshold === null ? null : scores.filter((score) => reaches(score, threshold)).length,
    highest: scores.length === 0 ? null : Math.max(...scores),
    complete: index.complete,
    model_version: index.facts.modelVersion,
    as_of: index.facts.scoreDate,
    results,
    unscored,
    unknown,
  };
}

import { standingOf, type EpssStanding } from '@stackcheck/epss-core';
import type { StackCheck } from '../check/judge';
import type { CveResult, PackageResult } from '../check/parts';
import type { Policy } from '../policy';
import type { ScoreBaseline } from './baseline';
import { fingerprint } from './fingerprint';
import type { ScoreState } from './watch-state';

/**
 * How a check stands against the threshold of its policy; undefined without one.
 * @param model of the scores; null where they were not all at hand, so that what was known before stays known
 */
export function scoreStateOf(
  { cves, packages }: StackCheck,
  { epss_min: least }: Policy,
  model: string | null,
  before: ScoreBaseline | undefined,
): ScoreState | undefined {
  if (least === undefined) return undefined;
  const results = { cves: cves?.results ?? [], packages: packages?.results ?? [] };
  if (model !== null) {
    return {
      model,
      cves: results.cves.map((result) => cveStanding(result, least)),
      packages: results.packages.map((result) => likelyOf(result, least)),
    };
  }
  return {
    model: before?.model ?? null,
    cves: results.cves.map((_, at) => before?.cves[at] ?? 'unknown'),
    packages: results.packages.map((_, at) => before?.packages[at] ?? null),
  };
}

/** Where a CVE stands, when all scores are at hand. */
export function cveStanding({ epss = null }: CveResult, least: number): EpssStanding {
  return standingOf(epss?.score ?? null, least, true);
}

function likelyOf(result: PackageResult, least: number): readonly string[] | null {
  if (!result.checked) return null;
  const likely = result.vulnerabilities.filter(({ epss }) => standingOf(epss?.score ?? null, least, true) === 'above');
  return [...new Set(likely.map(({ id }) => fingerprint(id)))].sort();
}

import { cveKey } from '@stackcheck/epss-core/cve-key';
import { ScoreCursor } from './score-rows';
import type { EpssSnapshot } from './records';

/**
 * CVEs that everybody knows, spread over the years: every one was scored ever since. A document without one of these was cut
 * short or read wrongly, which the count alone does not show the first time.
 */
export const CANARIES: readonly string[] = `
CVE-2008-4250 CVE-2012-1823 CVE-2014-0160 CVE-2014-6271 CVE-2016-5195 CVE-2017-0144 CVE-2017-5638 CVE-2018-7600
CVE-2019-0708 CVE-2019-19781 CVE-2020-1472 CVE-2020-5902 CVE-2021-26855 CVE-2021-41773 CVE-2021-44228 CVE-2022-22965
CVE-2022-26134 CVE-2023-34362 CVE-2023-4966 CVE-2023-46604 CVE-2024-3400 CVE-2024-4577 CVE-2025-24813 CVE-2025-53770
`
  .trim()
  .split(/\s+/);

/** The canaries that are not among these scores. */
export function missingCanaries(scores: EpssSnapshot['scores']): readonly string[] {
  const missing = new Map(CANARIES.map((cve) => [cveKey(cve), cve]));
  const cursor = new ScoreCursor(scores);
  while (cursor.next()) missing.delete(cursor.key);
  return [...missing.values()];
}

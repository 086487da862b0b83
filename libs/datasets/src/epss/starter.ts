import { cveKey } from '@stackcheck/epss-core/cve-key';
import { contentOf } from './normalise';
import type { EpssSnapshot } from './records';

/** The instant for which the starter was written down. */
const AS_OF = '2026-11-20T00:00:00Z';

/**
 * CVE, score and percentile. The scores are round figures for illustration: what everybody exploits is given 0.94 or 0.9, what is
 * hardly ever tried 0.01 or less. Nobody published them, which the notice and the model's name say.
 */
const SCORES = `
CVE-2008-4250 0.94 0.99
CVE-2012-1823 0.94 0.99
CVE-2014-0160 0.94 0.99
CVE-2014-6271 0.94 0.99
CVE-2016-5195 0.94 0.99
CVE-2017-0144 0.94 0.99
CVE-2017-5638 0.94 0.99
CVE-2017-9841 0.94 0.99
CVE-2018-7600 0.94 0.99
CVE-2019-0708 0.94 0.99
CVE-2019-19781 0.94 0.99
CVE-2020-11023 0.3 0.96
CVE-2020-1472 0.94 0.99
CVE-2020-28500 0.003 0.5
CVE-2020-5902 0.94 0.99
CVE-2020-8203 0.02 0.8
CVE-2021-23337 0.01 0.7
CVE-2021-26855 0.94 0.99
CVE-2021-3156 0.9 0.98
CVE-2021-41773 0.94 0.99
CVE-2021-44228 0.94 0.99
CVE-2021-45046 0.94 0.99
CVE-2022-22965 0.94 0.99
CVE-2022-26134 0.94 0.99
CVE-2023-34362 0.94 0.99
CVE-2023-38545 0.2 0.95
CVE-2023-44487 0.94 0.99
CVE-2023-45857 0.003 0.5
CVE-2023-46604 0.94 0.99
CVE-2023-4863 0.9 0.98
CVE-2023-4966 0.94 0.99
CVE-2024-3094 0.8 0.97
CVE-2024-3400 0.94 0.99
CVE-2024-4577 0.94 0.99
CVE-2025-24813 0.94 0.99
CVE-2025-53770 0.9 0.98
`;

/**
 * The starter scores: some CVEs that everybody knows, served from the first second of a fresh installation until the first
 * refresh. Anyone who serves it says that the scores are no published ones, and that what is missing is not known.
 */
export function epssStarter(): { readonly asOf: string; readonly snapshot: EpssSnapshot } {
  const rows = SCORES.trim()
    .split('\n')
    .map((line) => line.split(' ') as [cve: string, score: string, percentile: string]);
  const columns = {
    keys: Float64Array.from(rows, ([cve]) => cveKey(cve)!),
    scores: Float64Array.from(rows, ([, score]) => Number(score)),
    percentiles: Float64Array.from(rows, ([, , percentile]) => Number(percentile)),
  };
  const meta = {
    model_version: 'starter-1',
    score_date: new Date(AS_OF).toISOString(),
    upstream_schema_version: 'starter-1',
  };
  return { asOf: AS_OF, snapshot: contentOf(columns, meta) };
}

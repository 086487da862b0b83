import { LIMITS } from '@stackcheck/contract';
import { checkEpss, type EpssReport } from '@stackcheck/epss-core';
import { defineQuery, metaFrom } from '../query/define-query';
import { ref } from '../query/json-schema';
import { requireCves } from '../query/require-cves';

interface EpssCheckInput {
  readonly cves: readonly string[];
  /** How many reach this score is counted. */
  readonly epss_min?: number | null | undefined;
}

/** How probable it is that CVEs are exploited within 30 days. That none is scored is an answer, too. */
export const epssCheck = defineQuery<EpssCheckInput, EpssReport>({
  id: 'epss_check',
  dataset: 'epss',
  limits: { cves: LIMITS.cvesMax },
  answers: ref('EpssCheck'),
  inspect: ({ cves }) => void requireCves(cves),
  answer: ({ cves, epss_min }, { data }) => checkEpss(data('epss').index, requireCves(cves), epss_min ?? null),
  meta: metaFrom('epss'),
});

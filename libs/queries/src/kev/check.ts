import { LIMITS } from '@stackcheck/contract';
import { checkCves, type KevReport } from '@stackcheck/kev-core';
import { defineQuery, metaFrom } from '../query/define-query';
import { ref } from '../query/json-schema';
import { requireCves } from '../query/require-cves';

/** Whether CVEs are known to be exploited. That none is listed is an answer: it is what a build pays for. */
export const kevCheck = defineQuery<{ readonly cves: readonly string[] }, KevReport>({
  id: 'kev_check',
  dataset: 'kev',
  limits: { cves: LIMITS.cvesMax },
  answers: ref('KevCheck'),
  inspect: ({ cves }) => void requireCves(cves),
  answer: ({ cves }, { data, today }) => checkCves(data('kev').index, requireCves(cves), today),
  meta: metaFrom('kev'),
});

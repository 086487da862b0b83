import { LIMITS } from '@stackcheck/contract';
import { scoreKevReport, type ScoredKevReport } from '@stackcheck/epss-core/score-kev-report';
import { checkCves, priorityOf, type KevPriority } from '@stackcheck/kev-core';
import { defineQuery, metaJoining } from '../query/define-query';
import { ref } from '../query/json-schema';
import { requireCves } from '../query/require-cves';

/** Whether CVEs are known to be exploited, which of them first, and how probable that is to happen, from which scores. */
export interface KevCheck extends ScoredKevReport {
  readonly priority: readonly KevPriority[];
  readonly epss_complete: boolean;
  readonly epss_snapshot_id: string | null;
}

/** Whether CVEs are known to be exploited. That none is listed is an answer: it is what a build pays for. */
export const kevCheck = defineQuery<{ readonly cves: readonly string[] }, KevCheck>({
  id: 'kev_check',
  dataset: 'kev',
  joins: ['epss'],
  limits: { cves: LIMITS.cvesMax },
  answers: ref('KevCheck'),
  inspect: ({ cves }) => void requireCves(cves),
  answer({ cves }, { data, peek, today }) {
    const epss = peek('epss');
    const report = scoreKevReport(checkCves(data('kev').index, requireCves(cves), today), epss?.index);
    return {
      ...report,
      priority: priorityOf(report.results, (cve) => epss?.index.view(cve)?.score ?? null),
      epss_complete: epss?.index.complete ?? false,
      epss_snapshot_id: epss?.manifest.snapshot_id ?? null,
    };
  },
  meta: metaJoining('kev', 'epss'),
});

import { LIMITS } from '@stackcheck/contract';
import { scoreKevReport } from '@stackcheck/epss-core/score-kev-report';
import { checkCves, priorityOf, type KevPriority } from '@stackcheck/kev-core';
import { defineQuery, metaJoining } from '../query/define-query';
import { ref } from '../query/json-schema';
import { requireCves } from '../query/require-cves';
import { askedAdvisories, joinAdvisories, type AskedAdvisories, type KnownKevReport } from './advisory-knowledge';

/**
 * Whether CVEs are known to be exploited, which of them first, how probable that is to happen, from which scores, and whether advisories
 * know those that are not listed, from which snapshot.
 */
export interface KevCheck extends KnownKevReport, AskedAdvisories {
  readonly priority: readonly KevPriority[];
  readonly epss_complete: boolean;
  readonly epss_snapshot_id: string | null;
}

/** Whether CVEs are known to be exploited. That none is listed is an answer: it is what a build pays for. */
export const kevCheck = defineQuery<{ readonly cves: readonly string[] }, KevCheck>({
  id: 'kev_check',
  dataset: 'kev',
  joins: ['epss', 'osv'],
  limits: { cves: LIMITS.cvesMax },
  answers: ref('KevCheck'),
  inspect: ({ cves }) => void requireCves(cves),
  answer({ cves }, { data, peek, today }) {
    const epss = peek('epss');
    const osv = peek('osv');
    const report = scoreKevReport(checkCves(data('kev').index, requireCves(cves), today), epss?.index);
    return {
      ...joinAdvisories(report, osv?.index),
      priority: priorityOf(report.results, (cve) => epss?.index.view(cve)?.score ?? null),
      ...askedAdvisories(osv),
      epss_complete: epss?.index.complete ?? false,
      epss_snapshot_id: epss?.manifest.snapshot_id ?? null,
    };
  },
  meta: metaJoining('kev', 'epss', 'osv'),
});

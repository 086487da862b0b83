import { LIMITS, ServiceError } from '@stackcheck/contract';
import { nameSent } from '@stackcheck/contract/wording';
import type { CooperativeTask } from '@stackcheck/datasets/tasks';
import { withLifecycles, type PackageSupport } from '@stackcheck/eol-core/packages';
import { epssAmong, type EpssView } from '@stackcheck/epss-core';
import { kevAmong, type KevEntryView } from '@stackcheck/kev-core';
import { checkPurlsInSteps, readPackage, type PurlReport, type Severity } from '@stackcheck/osv-core';
import type { PurlResult, UncheckedPurl } from '@stackcheck/osv-core/report';
import { defineLongQuery, metaJoining } from '../query/define-query';
import { ref } from '../query/json-schema';
import type { QueryDeps } from '../query/query';
import { costOfPurls } from './batch-cost';
import { whyNoneCheckable, type UncheckableEntry } from './none-checkable';
import { whyUnchecked } from './why-unchecked';
import { requireWithinBudget } from './within-budget';

interface OsvCheckInput {
  readonly purls: readonly string[];
  /** Leaves out what is rated below; what nobody rated stays in. */
  readonly min_severity?: Severity | null | undefined;
  /** Whether withdrawn advisories are shown, too. */
  readonly include_withdrawn?: boolean | null | undefined;
}

/** What is known against packages, from which catalogue of exploited vulnerabilities, which scores and which release cycles. */
export interface OsvCheck extends PurlReport<KevEntryView, EpssView> {
  readonly results: readonly (PurlResult<KevEntryView, EpssView> & PackageSupport)[];
  readonly unresolved: readonly (UncheckedPurl & PackageSupport)[];
  readonly kev_complete: boolean;
  readonly kev_snapshot_id: string | null;
  readonly epss_complete: boolean;
  readonly epss_snapshot_id: string | null;
  readonly eol_complete: boolean;
  readonly eol_snapshot_id: string | null;
}

/** Known vulnerabilities of packages. Nothing vulnerable is an answer, which is what a build pays for; nothing readable is none. */
export const osvCheck = defineLongQuery<OsvCheckInput, OsvCheck>({
  id: 'osv_check',
  dataset: 'osv',
  joins: ['kev', 'epss', 'eol'],
  limits: { purls: LIMITS.purlsMax, advisories: LIMITS.advisoriesJudgedMax },
  answers: ref('OsvCheck'),
  inspect({ purls }, deps) {
    const { index } = deps.data('osv');
    requireWithinBudget(index, purls);
    const unchecked = purls.flatMap((purl) => {
      const reason = whyUnchecked(index, purl);
      return reason === null ? [] : [{ purl, reason }];
    });
    if (unchecked.length === purls.length) throw noneCheckable(purls, unchecked, deps);
  },
  costMs: ({ purls }, { data }) => costOfPurls(data('osv').index, purls),
  *steps(input, deps) {
    const { count, ...report } = yield* reportOn(input, deps);
    if (report.unresolved_count === count) throw noneCheckable(input.purls, report.unresolved, deps);
    const kev = deps.peek('kev');
    const epss = deps.peek('epss');
    const eol = deps.peek('eol');
    const { results, unresolved, ...counts } = withLifecycles(report, {
      read: readPackage,
      source: eol?.index,
      today: deps.today,
    });
    return {
      count,
      ...counts,
      kev_complete: kev?.index.complete ?? false,
      kev_snapshot_id: kev?.manifest.snapshot_id ?? null,
      results,
      unresolved,
      epss_complete: epss?.index.complete ?? false,
      epss_snapshot_id: epss?.manifest.snapshot_id ?? null,
      eol_complete: eol?.index.complete === true && eol.index.packages !== undefined,
      eol_snapshot_id: eol?.manifest.snapshot_id ?? null,
    };
  },
  meta: metaJoining('osv', 'epss', 'eol'),
});

function reportOn(input: OsvCheckInput, deps: QueryDeps): CooperativeTask<PurlReport<KevEntryView, EpssView>> {
  const kev = deps.peek('kev')?.index;
  const epss = deps.peek('epss')?.index;
  const { index } = deps.data('osv');
  requireWithinBudget(index, input.purls);
  return checkPurlsInSteps<KevEntryView, EpssView>(index, input.purls, {
    minSeverity: input.min_severity ?? undefined,
    includeWithdrawn: input.include_withdrawn ?? undefined,
    kevOf: (ids) => (kev === undefined ? null : kevAmong(kev, ids, deps.today)),
    epssOf: (ids) => (epss === undefined ? null : epssAmong(epss, ids)),
  });
}

/** The 400 of a batch of which nothing can be said, with why for each. */
function noneCheckable(
  purls: readonly string[],
  unchecked: readonly UncheckableEntry[],
  { data }: QueryDeps,
): ServiceError {
  const message = whyNoneCheckable(nameSent(purls, 'purls'), unchecked, data('osv'));
  return new ServiceError('bad_request', { message });
}

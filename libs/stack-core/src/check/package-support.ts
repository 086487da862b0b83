import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { packageSupport } from '@stackcheck/eol-core/packages';
import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import type { PurlReport } from '@stackcheck/osv-core';
import type { PurlResult } from '@stackcheck/osv-core/report';
import { dayOf, type Policy } from '../policy';
import type { EolSource } from './check-items';
import type { PackageChecks } from './package-checks';
import type { PackageResult, PackagesReport } from './parts';
import { clearDaysOf } from './upgrade';

/**
 * The answers about packages with what is joined to each.
 * @param join of `supportedUnder`, which gives an answer of the kind that it is asked about
 */
export function withSupport(
  report: PurlReport<KevEntryView, EpssView>,
  join: (result: PurlResult<KevEntryView, EpssView>) => PackageResult,
): PackagesReport {
  const unresolved = report.unresolved.map(join).filter((result) => !result.checked);
  return { ...report, results: report.results.map(join), unresolved };
}

/** Answers about packages, each with the release cycle of the product that it is, as of the day of a policy. */
export function supportedUnder(
  source: EolSource | undefined,
  policy: Policy,
  today: CalendarDate,
  read: PackageChecks['read'],
): (result: PurlResult<KevEntryView, EpssView>) => PackageResult {
  const join = { read, source, today: dayOf(policy, today), clearDays: clearDaysOf(policy) };
  // Not by a spread: in Node 20 each member that is added after one takes a microsecond or more.
  return (result) => {
    const { lifecycle, lifecycle_reason: reason } = packageSupport(join, result.purl);
    return Object.assign({}, result, reason === undefined ? { lifecycle } : { lifecycle, lifecycle_reason: reason });
  };
}

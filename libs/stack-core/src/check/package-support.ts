import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { withLifecycles, type LifecycleJoin } from '@stackcheck/eol-core/packages';
import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import { readPackage, type PurlReport } from '@stackcheck/osv-core';
import type { PurlResult } from '@stackcheck/osv-core/report';
import { dayOf, type Policy } from '../policy';
import type { EolSource } from './check-items';
import type { PackageResult, PackagesReport } from './parts';
import { clearDaysOf } from './upgrade';

/** The answers about packages with the release cycle of each that is a product, as of the day of a policy. */
export function withSupport(
  report: PurlReport<KevEntryView, EpssView>,
  source: EolSource | undefined,
  policy: Policy,
  today: CalendarDate,
): PackagesReport {
  return withLifecycles(report, joinOf(source, policy, today));
}

/** The answer about one package with its release cycle, as `withSupport` gives it. */
export function withSupportOf(
  result: PurlResult<KevEntryView, EpssView>,
  source: EolSource | undefined,
  policy: Policy,
  today: CalendarDate,
): PackageResult {
  const alone = { results: [{ ...result, index: 0 }], unresolved: [] };
  const { results } = withLifecycles(alone, joinOf(source, policy, today));
  const [joined] = results as unknown as readonly [PackageResult];
  return { ...joined, index: result.index };
}

function joinOf(source: EolSource | undefined, policy: Policy, today: CalendarDate): LifecycleJoin {
  return { read: readPackage, source, today: dayOf(policy, today), clearDays: clearDaysOf(policy) };
}

import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { withLifecycles } from '@stackcheck/eol-core/packages';
import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import { readPackage, type PurlReport } from '@stackcheck/osv-core';
import { dayOf, type Policy } from '../policy';
import type { EolSource } from './check-items';
import type { PackagesReport } from './parts';
import { clearDaysOf } from './upgrade';

/** The answers about packages with the release cycle of each that is a product, as of the day of a policy. */
export function withSupport(
  report: PurlReport<KevEntryView, EpssView>,
  source: EolSource | undefined,
  policy: Policy,
  today: CalendarDate,
): PackagesReport {
  return withLifecycles(report, {
    read: readPackage,
    source,
    today: dayOf(policy, today),
    clearDays: clearDaysOf(policy),
  });
}

import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { supportedReleases } from '@stackcheck/eol-core/packages';
import type { EolSource } from '../check/check-items';
import type { PurlRead } from '../check/package-checks';

/** The versions of a package that are the latest of newer cycles of its product which have not ended today, smallest step first. */
export function releasesAfter(named: PurlRead, source: EolSource | undefined, today: CalendarDate): readonly string[] {
  return named.ok && source?.packages !== undefined ? supportedReleases(source.packages, named, today) : [];
}

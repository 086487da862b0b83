import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { supportedReleases } from '@stackcheck/eol-core/packages';
import { compareVersions, orderOf } from '@stackcheck/osv-core/judging';
import type { EolSource } from '../check/check-items';
import type { PurlRead } from '../check/package-checks';

/** The newer versions of a package that are the latest of cycles of its product which have not ended today, smallest step first. */
export function releasesAfter(named: PurlRead, source: EolSource | undefined, today: CalendarDate): readonly string[] {
  if (!named.ok || source?.packages === undefined) return [];
  const order = orderOf(named.ecosystem);
  const compare = (a: string, b: string): number => compareVersions(order, a, b);
  return supportedReleases(source.packages, named, today)
    .filter((version) => compare(version, named.version) > 0)
    .sort(compare);
}

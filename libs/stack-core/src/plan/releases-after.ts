import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { supportedReleases } from '@stackcheck/eol-core/packages';
import { readPackage } from '@stackcheck/osv-core';
import type { EolSource } from '../check/check-items';
import type { PackageResult } from '../check/parts';

/** The versions of a package that are the latest of newer cycles of its product which have not ended today, smallest step first. */
export function releasesAfter(
  { purl }: Pick<PackageResult, 'purl'>,
  source: EolSource | undefined,
  today: CalendarDate,
): readonly string[] {
  const named = readPackage(purl);
  return named.ok && source?.packages !== undefined ? supportedReleases(source.packages, named, today) : [];
}

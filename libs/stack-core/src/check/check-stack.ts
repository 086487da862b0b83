import type { CalendarDate } from '@stackcheck/eol-core';
import type { KevReport } from '@stackcheck/kev-core';
import type { Stack } from '../stack';
import { checkStackImages, checkStackItems, type EolSource } from './check-items';
import { joinKev, type KevAmong } from './join-kev';
import { judge, type StackCheck } from './judge';
import type { PackagesReport } from './parts';

/** The snapshots that a stack is checked against; one is needed for each list that is not empty. */
export interface StackSources {
  readonly eol?: EolSource;
  /** Beside the CVEs asked about, the catalogue is joined to packages where it is at hand. */
  readonly kev?: {
    check(cves: readonly string[]): KevReport;
    readonly among: KevAmong;
  };
  readonly osv?: { check(purls: readonly string[]): PackagesReport };
}

/**
 * Checks a whole stack on a day and judges it by its policy.
 * @throws Error when a list is not empty and its source is missing: the caller answers that before
 */
export function checkStack(stack: Stack, { eol, kev, osv }: StackSources, today: CalendarDate): StackCheck {
  const { items, images, cves, packages, policy } = stack;
  const packagesReport = packages.length === 0 ? null : needed(osv, 'packages').check(packages);
  return judge(
    {
      items: items.length === 0 ? null : checkStackItems(needed(eol, 'items'), items, policy, today),
      images: images.length === 0 ? null : checkStackImages(needed(eol, 'images'), images, policy, today),
      cves: cves.length === 0 ? null : needed(kev, 'cves').check(cves),
      packages: packagesReport === null || kev === undefined ? packagesReport : joinKev(packagesReport, kev.among),
      kevKnown: kev !== undefined,
    },
    policy,
  );
}

function needed<Source>(source: Source | undefined, list: string): Source {
  if (source === undefined) throw new Error(`the dataset of ${list} is not at hand`);
  return source;
}

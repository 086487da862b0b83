import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import { checkPurlsInSteps, purlAt, readPackage, type AdvisorySource } from '@stackcheck/osv-core';
import type { EolSource } from './check/check-items';
import { readingsOf } from '@stackcheck/osv-core/judging';
import { purlsOfItems } from './check/item-advisories';
import type { PackageChecks } from './check/package-checks';
import type { StackLists } from './stack';

export type { PackageChecks, PurlRead } from './check/package-checks';

/** What packages of a stack are held against: the advisories of a source. */
export function packageChecks(source: AdvisorySource): PackageChecks {
  return {
    read: readPackage,
    readAll: readingsOf,
    at: purlAt,
    check: (purls, options) => checkPurlsInSteps<KevEntryView, EpssView>(source, purls, options),
  };
}

/** Each package version that items are, once, in the order of the items: what is looked up for them. */
export function itemPurls(
  source: Pick<EolSource, 'index' | 'packages'> | undefined,
  items: StackLists['items'],
): readonly string[] {
  return purlsOfItems(source, items, purlAt);
}

import { NameSetBuilder, type NameSet } from '@stackcheck/osv-core/name-sets';
import type { CooperativeTask } from '../tasks/cooperative-task';
import type { AdvisoryReader, PackagePlace } from '../store/advisory-files';

/** A package with fewer advisories is no weight: fifty of them are judged in a millisecond or two. */
export const HEAVY_FROM = 64;

/** Packages read at a time. */
const PAGE_PACKAGES = 200;

/** What is known of all packages of an index at once: some twenty bytes for each that is more than malware. */
export interface PackageTable {
  /** How many advisories are filed under a name, where these are many; otherwise 0. */
  weightOf(ecosystem: string, name: string): number;
  /**
   * The names of an ecosystem's packages with their numbers of advisories; undefined where it has none. Nobody who misspelt a
   * name meant a package of which nothing is known but that it is malicious: such names are left out.
   */
  namesOf(ecosystem: string): NameSet | undefined;
}

/** Goes through the packages of an index once: made when a snapshot is loaded, so that no request has to. */
export function* tabulate(reader: Pick<AdvisoryReader, 'packagesAfter'>): CooperativeTask<PackageTable> {
  const weights = new Map<string, number>();
  const builders = new Map<string, NameSetBuilder>();
  for (let last: PackagePlace | null = null; ;) {
    const page: ReturnType<AdvisoryReader['packagesAfter']> = reader.packagesAfter(last, PAGE_PACKAGES);
    yield;
    for (const { ecosystem, name, advisories, malware } of page) {
      if (advisories >= HEAVY_FROM) weights.set(`${ecosystem} ${name}`, advisories);
      if (malware === advisories) continue;
      let builder = builders.get(ecosystem);
      if (builder === undefined) builders.set(ecosystem, (builder = new NameSetBuilder()));
      builder.add(name, advisories);
    }
    if (page.length < PAGE_PACKAGES) break;
    last = page[page.length - 1] as PackagePlace;
    yield;
  }
  const names = new Map<string, NameSet>();
  for (const [ecosystem, builder] of builders) {
    names.set(ecosystem, builder.build());
    yield;
  }
  return {
    weightOf: (ecosystem, name) => weights.get(`${ecosystem} ${name}`) ?? 0,
    namesOf: (ecosystem) => names.get(ecosystem),
  };
}

import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { packagesOfItem } from '@stackcheck/eol-core/packages';
import { upgradeCandidates } from '@stackcheck/eol-core/upgrades';
import { compareVersions, orderOf } from '@stackcheck/osv-core/judging';
import type { EolSource } from '../check/check-items';
import type { ItemResult } from '../check/parts';
import type { ItemPackageJudges } from './item-package-judges';

type Found = Extract<ItemResult, { readonly found: true }>;

/** What releases are looked for in. */
export interface ReleaseSource {
  readonly eol: EolSource;
  readonly today: CalendarDate;
}

/**
 * The releases of an item's product that it could be moved to, lowest first: the lowest that is safe as all of its packages, or else those
 * that their advisories name, and from there the latest of its cycle and of newer ones that have not ended. What reads as a cycle is none.
 * @param isNamedEnough whether those that advisories name are among them anyhow: a newer cycle may state no latest release
 */
export function* releasesAfterItem(
  result: Found,
  judges: Pick<ItemPackageJudges, 'newerThan'>,
  { eol, today }: ReleaseSource,
  isNamedEnough = false,
): Generator<void, readonly string[]> {
  const packages = (result.packages ?? []).flatMap((each) => (each.checked ? [each] : []));
  const [first] = packages;
  if (first === undefined) return [];
  const order = orderOf(first.ecosystem);
  const compare = (a: string, b: string): number => compareVersions(order, a, b);
  const safe = packages.filter(({ vulnerable }) => vulnerable).map(({ minimum_safe: version }) => version);
  const lowest = safe.includes(null)
    ? undefined
    : safe
        .map((version) => bare(version as string))
        .sort(compare)
        .at(-1);
  const named: string[] = lowest === undefined ? [] : [lowest];
  if (safe.includes(null) || isNamedEnough)
    for (const { purl } of packages) named.push(...(yield* judges.newerThan(purl)));
  const least = lowest ?? bare(first.version);
  return [...new Set([...named, ...latestReleases(result, eol, today)].map(bare))]
    .filter((version) => compare(version, least) >= (lowest === undefined ? 1 : 0))
    .filter((version) => isPublished({ product: result.product, version }, eol))
    .sort(compare);
}

function isPublished(item: Pick<Found, 'product' | 'version'>, { index, packages }: EolSource): boolean {
  return packagesOfItem(index, packages, item).kind === 'packages';
}

function latestReleases({ resolved, match }: Found, eol: EolSource, today: CalendarDate): readonly string[] {
  const product = eol.index.get(resolved);
  const cycle = product?.names.get(match.cycle.toLowerCase());
  if (product === undefined || cycle === undefined) return [];
  return [cycle, ...upgradeCandidates(product, cycle, today)].flatMap(({ latest }) => latest?.name ?? []);
}

/** Versions of modules are written with a `v`, releases of products are not. */
function bare(version: string): string {
  return version.replace(/^v(?=\d)/, '');
}

import { comparePatches } from '../versions/cycle-name';
import type { IndexedProduct } from '../products/indexed-product';
import type { CalendarDate, Cycle } from '../products/product';
import { isNewerRelease, type Release } from '../products/releases';
import { compareVersions } from '../versions/version-order';

/**
 * The cycles of a product that are newer than one of them and that a caller would accept, the smallest step first. Newer is
 * what a version number says, not a release date: a maintenance release of an old line may come out after the next line
 * began. Dates decide where numbers cannot: between series that replaced one another. One cycle of each version: of its
 * editions the same, else the one without; another edition is offered only to a cycle that has none.
 */
export function newerCycles(
  product: IndexedProduct,
  cycleName: string,
  isAcceptable: (cycle: Cycle) => boolean,
): readonly Cycle[] {
  return onePerVersion(newerReleases(product, cycleName, isAcceptable)).map(({ cycle }) => cycle);
}

/** The same with every edition of each version, the plainest first. */
export function newerReleases(
  { releases }: IndexedProduct,
  cycleName: string,
  isAcceptable: (cycle: Cycle) => boolean,
): readonly Release[] {
  const from = releases.find(({ cycle }) => cycle.name === cycleName);
  if (from === undefined) return [];
  const acceptable = releases.filter(({ cycle }) => cycle !== from.cycle && isAcceptable(cycle));
  const newer = acceptable.filter((release) => isNewerRelease(release, from));
  const found = ofBestTrack(newer, from.name.track).sort(byVersion);
  return found.length > 0 ? found : inLaterSeries(releases, acceptable, from);
}

/** The plainest edition of each version, of releases in their order. */
export function onePerVersion(releases: readonly Release[]): readonly Release[] {
  return releases.filter((release, at) => at === 0 || !isSameVersion(release, releases[at - 1] ?? release));
}

/** Those of the same track; if there are none, those without a track. A cycle without a track takes any. */
function ofBestTrack(releases: readonly Release[], track: string): Release[] {
  if (track === '') return [...releases];
  const same = releases.filter(({ name }) => name.track === track);
  return same.length > 0 ? same : releases.filter(({ name }) => name.track === '');
}

/**
 * What came after the series of a release, for a product whose series followed one another, as `subscription` came after
 * 2019. Where two were published at the same time (`java` and `python` of one cloud), none follows the other.
 */
function inLaterSeries(releases: readonly Release[], acceptable: readonly Release[], from: Release): Release[] {
  const spans = spansOf(releases);
  const own = spans?.get(from.name.series);
  if (spans === null || own === undefined) return [];
  const beginning = ({ name }: Release): CalendarDate => spans.get(name.series)?.first ?? '';
  const later = acceptable.filter((release) => beginning(release) > own.last);
  return ofBestTrack(later, from.name.track).sort((a, b) => compareText(beginning(a), beginning(b)) || byVersion(a, b));
}

interface Span {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** From when to when cycles of each series came out; null where a date is not known or two of the times overlap. */
function spansOf(releases: readonly Release[]): ReadonlyMap<string, Span> | null {
  const spans = new Map<string, Span>();
  for (const { cycle, name } of releases) {
    const date = cycle.releaseDate;
    if (date === null) return null;
    const { first, last } = spans.get(name.series) ?? { first: date, last: date };
    spans.set(name.series, { first: date < first ? date : first, last: date > last ? date : last });
  }
  const inTime = [...spans.values()].sort((a, b) => compareText(a.first, b.first) || compareText(a.last, b.last));
  const overlap = inTime.some(({ first }, at) => first < (inTime[at - 1]?.last ?? ''));
  return overlap ? null : spans;
}

/** Lowest first; of one version the plainest edition first, then the earliest. */
function byVersion(a: Release, b: Release): number {
  return (
    compareVersions(a.name.numbers, b.name.numbers) ||
    comparePatches(a.name.patches, b.name.patches) ||
    a.name.track.length - b.name.track.length ||
    compareText(a.cycle.releaseDate ?? '', b.cycle.releaseDate ?? '')
  );
}

function isSameVersion({ name: a }: Release, { name: b }: Release): boolean {
  const isEqual = compareVersions(a.numbers, b.numbers) === 0 && comparePatches(a.patches, b.patches) === 0;
  return isEqual && a.series === b.series;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

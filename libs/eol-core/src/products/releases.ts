import { compareCycleNames, parseCycleName, type CycleName } from '../versions/cycle-name';
import { numberingOf } from '../versions/cycle-numbering';
import type { CalendarDate, Cycle, Product } from './product';

/** A cycle with what its name says and when its line began. */
export interface Release {
  readonly cycle: Cycle;
  readonly name: CycleName;
  /** When the first cycle with the same series and first number came out; null when that is not known. */
  readonly lineBegan: CalendarDate | null;
}

/** The cycles of a product in the order of the snapshot. */
export function releasesOf({ id, cycles }: Product): readonly Release[] {
  const numbering = numberingOf(id);
  const named = cycles.map((cycle) => ({ cycle, name: parseCycleName(cycle.name, numbering) }));
  const began = new Map<string, CalendarDate>();
  for (const { cycle, name } of named) {
    const known = began.get(lineOf(name));
    const date = cycle.releaseDate;
    if (date !== null && (known === undefined || date < known)) began.set(lineOf(name), date);
  }
  return named.map((release) => ({ ...release, lineBegan: began.get(lineOf(release.name)) ?? null }));
}

/** `8` of `8.19`; of a scheme that was replaced, where it was replaced and its own first number. */
function lineOf({ series, numbers }: CycleName): string {
  const [first = 0, second = 0] = numbers;
  return Number.isInteger(first) ? `${series} ${first}` : `${series} ${first} ${second}`;
}

/**
 * Whether a release is newer than another by its name. One that came out before there was anything of the other's line is
 * not: 2018.03 is no upgrade from 2 where 2 came later.
 */
export function isNewerRelease(candidate: Release, than: Release): boolean {
  if (compareCycleNames(candidate.name, than.name) <= 0) return false;
  const date = candidate.cycle.releaseDate;
  return date === null || than.lineBegan === null || date >= than.lineBegan;
}

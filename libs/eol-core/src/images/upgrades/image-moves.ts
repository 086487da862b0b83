import type { ComponentRole, ImageReference } from '@stackcheck/image-parser';
import { isBuiltOn } from './base-systems';
import { combinationAt } from './combinations';
import type { ImmovableReason } from './image-target';
import type { IndexedProduct } from '../../products/indexed-product';
import type { CalendarDate, Cycle } from '../../products/product';
import type { ImageReader, ReadPart } from '../reading/read-part';
import { movedTag, PARTS_MAX, type ImageMover } from './moved-tag';
import { isRetiredRuntime, retiredImage } from './retired-images';
import { statusOn } from '../../status/status';
import { withNeededRuntimes } from './runtime-needs';
import { lastingCandidates } from '../../upgrades/upgrade-targets';

/** Never more combinations of cycles are tried for one image. */
const COMBINATIONS_MAX = 200;
/** Some of them leave a JDK that the product does not run on. */
const COMBINATIONS_TRIED_MAX = 5_000;

/** Why there can be no target for an image; undefined where there can be. */
export function whyImmovable(
  reference: ImageReference,
  parts: readonly ReadPart[],
  { listed }: Pick<ImageReader, 'listed'>,
): ImmovableReason | undefined {
  if (reference.digest !== null) return 'digest';
  if (retiredImage(listed.name) !== undefined) return 'retired_image';
  const [image, ...others] = parts;
  if (image === undefined || image.product === undefined) return 'unknown_image';
  if (isOpen(image)) return 'unknown_version';
  if (others.some(isOpen)) return 'unknown_part';
  const isRetired = ({ product }: ReadPart): boolean => product !== undefined && isRetiredRuntime(product.product.id);
  return others.some(isRetired) ? 'retired_runtime' : undefined;
}

/** Says a version, or is of a product, that is not listed: nobody knows what it is of, or how it goes on. */
function isOpen({ part, product, match }: ReadPart): boolean {
  return match === undefined && (part.version !== null || product === undefined);
}

/** A move of an image before anybody knows whether a tag says it: that takes longer than all else. */
export interface PossibleMove {
  /** The cycles that its parts would be in, as far as they are in any. */
  readonly cycles: readonly Cycle[];
  /** The tag of the same flavour that says so; undefined where none does. */
  readonly tag: () => string | undefined;
}

/**
 * Where an image may move to (`ImageCatalogue.moves`), the smallest steps first. Empty where `whyImmovable` gives a reason, and where
 * a part that has ended leads nowhere.
 */
export function possibleMoves(reference: ImageReference, reader: ImageMover): readonly PossibleMove[] {
  const parts = reader.read(reference);
  if (whyImmovable(reference, parts, reader) !== undefined || parts.length > PARTS_MAX) return [];
  const choices = parts.map((one) => cyclesFor(one, reader.today));
  if (choices.some(({ length }) => length === 0)) return [];
  const moves: PossibleMove[] = [];
  for (let n = 0; n < COMBINATIONS_TRIED_MAX && moves.length < COMBINATIONS_MAX; n++) {
    const cycles = combinationAt(choices, n);
    if (cycles === undefined) break;
    if (cycles.every((cycle) => cycle === undefined) || !fits(parts, cycles, reader.today)) continue;
    moves.push({
      cycles: parts.flatMap(({ match }, at) => cycles[at] ?? match?.cycle ?? []),
      tag: () => movedTag(reference, parts, cycles, reader)?.tag,
    });
  }
  return moves;
}

/** No JDK among them is older than what the product needs. */
function fits(parts: readonly ReadPart[], cycles: readonly (Cycle | undefined)[], today: CalendarDate): boolean {
  return withNeededRuntimes(parts, cycles, today).every((cycle, at) => cycle === cycles[at]);
}

/**
 * Where a part may go: undefined, which is to stay, and then every newer cycle that has not ended and ends later, the smallest
 * step first. What has ended cannot stay: nobody builds it again on another base system, nor anything new on it.
 */
function cyclesFor(one: ReadPart, today: CalendarDate): readonly (Cycle | undefined)[] {
  const { part, product, match } = one;
  if (product === undefined || match === undefined) return [undefined];
  const stay = statusOn(match.cycle, today) === 'eol' ? [] : [undefined];
  return part.at === null ? stay : [...stay, ...newerFor(part.role, product, match.cycle, today)];
}

/** The newer cycles that a part may move to, the smallest step first: of base systems those that images are built on. */
function newerFor(role: ComponentRole, product: IndexedProduct, from: Cycle, today: CalendarDate): readonly Cycle[] {
  const newer = lastingCandidates(product, from, today);
  return role === 'base_os' ? newer.filter((cycle) => isBuiltOn(product.product, cycle, today)) : newer;
}

/**
 * The cycle that a part is to move to, where a step of its upgrade (`upgradeOf`) is wanted: that step, or for a base system the
 * next greater one that images are built on. Undefined where there is none, and where the tag does not state the part.
 */
export function cycleAtLeast(
  { part, product, match }: ReadPart,
  wanted: string | undefined,
  today: CalendarDate,
): Cycle | undefined {
  if (part.at === null || product === undefined || match === undefined || wanted === undefined) return undefined;
  const least = product.names.get(wanted.toLowerCase());
  if (least === undefined || part.role !== 'base_os' || isBuiltOn(product.product, least, today)) return least;
  const newer = lastingCandidates(product, match.cycle, today);
  return newer.slice(newer.indexOf(least)).find((cycle) => isBuiltOn(product.product, cycle, today));
}

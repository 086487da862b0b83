import type { ComponentRole, ImageReference } from '@stackcheck/image-parser';
import { wordsOfCycle } from '@stackcheck/image-parser/table';
import { isBuiltOn } from './base-systems';
import type { ImmovableReason } from './image-target';
import type { IndexedProduct } from '../../products/indexed-product';
import type { CalendarDate, Cycle } from '../../products/product';
import type { ImageReader, ReadPart } from '../reading/read-part';
import { isRetiredRuntime, retiredImage } from './retired-images';
import { statusOn } from '../../status/status';
import { withNeededRuntimes } from './runtime-needs';
import { lastingCandidates } from '../../upgrades/upgrade-targets';
import { isPinned, spellCycle } from './version-spelling';

/** Never more combinations of cycles are tried for one image, nor more spellings of each, nor tags of more parts: real ones have three. */
const COMBINATIONS_MAX = 200;
/** Some of them leave a JDK that the product does not run on. */
const COMBINATIONS_TRIED_MAX = 5_000;
const SPELLINGS_MAX = 16;
const PARTS_MAX = 6;

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
export function possibleMoves(reference: ImageReference, reader: ImageReader): readonly PossibleMove[] {
  const parts = reader.read(reference);
  if (whyImmovable(reference, parts, reader) !== undefined || parts.length > PARTS_MAX) return [];
  const choices = parts.map((one) => cyclesFor(one, reader.today));
  if (choices.some(({ length }) => length === 0)) return [];
  const moves: PossibleMove[] = [];
  let tried = 0;
  for (const cycles of combinations(choices)) {
    if (moves.length === COMBINATIONS_MAX || tried++ === COMBINATIONS_TRIED_MAX) break;
    if (cycles.every((cycle) => cycle === undefined) || !fits(parts, cycles, reader.today)) continue;
    moves.push({
      cycles: parts.flatMap(({ match }, at) => cycles[at] ?? match?.cycle ?? []),
      tag: () => moveTag(reference, parts, cycles, reader),
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

/** Every choice of one of each list, the last list changing first. */
function* combinations<T>(lists: readonly (readonly T[])[], chosen: readonly T[] = []): Generator<readonly T[]> {
  const list = lists[chosen.length];
  if (list === undefined) return yield chosen;
  for (const one of list) yield* combinations(lists, [...chosen, one]);
}

/**
 * The tag of an image with some of its parts in other cycles and all else as it was, in the same order and spelling; the
 * words of a single build are left out. Undefined where no spelling is read as exactly these parts.
 * @param cycles one per part: where it goes, undefined where it stays
 */
export function moveTag(
  reference: ImageReference,
  parts: readonly ReadPart[],
  cycles: readonly (Cycle | undefined)[],
  reader: ImageReader,
): string | undefined {
  const { tag } = reference;
  if (tag === null || parts.length > PARTS_MAX) return undefined;
  const changes = parts.flatMap((one, at) => {
    const movesElse = cycles.some((cycle, i) => i !== at && cycle !== undefined);
    return changeOf(one, cycles[at], movesElse, reader);
  });
  let tried = 0;
  for (const texts of combinations(changes.map((change) => change.texts))) {
    if (tried++ === SPELLINGS_MAX) break;
    const moved = rewrite(tag, changes, texts).replace(BUILD_WORDS, '');
    const read = moved === tag ? [] : reader.read({ ...reference, tag: moved });
    if (isAsWanted(read, parts, cycles)) return moved;
  }
  return undefined;
}

/** Their newer releases have words only (`ltsc2022`), whatever the older ones had (`1809`). */
const NAMED_BY_WORDS: ReadonlySet<string> = new Set(['windows-nano-server', 'windows-server', 'windows-server-core']);

/** A piece of the tag, and what may stand in its place. */
interface Change {
  readonly at: number;
  readonly length: number;
  readonly texts: readonly string[];
}

function changeOf(
  { part, product, match }: ReadPart,
  to: Cycle | undefined,
  movesElse: boolean,
  { listed, table }: ImageReader,
): readonly Change[] {
  if (part.at === null || part.version === null || product === undefined || match === undefined) return [];
  const { at, version: text } = part;
  // A whole version was built with what was there in its time only: it goes to the newest of its cycle.
  const isStale = movesElse && part.role !== 'base_os' && isPinned(text, match.cycle);
  const cycle = to ?? (isStale ? match.cycle : undefined);
  if (cycle === undefined) return [];
  const wordsOf = ({ name }: Cycle): readonly string[] => wordsOfCycle(listed, product.product.id, name, table);
  const isWord = wordsOf(match.cycle).includes(text.toLowerCase()) || NAMED_BY_WORDS.has(product.product.id);
  return [{ at, length: text.length, texts: spellCycle({ text, cycle: match.cycle, isWord }, cycle, wordsOf(cycle)) }];
}

function rewrite(tag: string, changes: readonly Change[], texts: readonly string[]): string {
  const pieces = changes.map(({ at, length }, index) => ({ at, length, text: texts[index]! }));
  let moved = tag;
  for (const { at, length, text } of pieces.sort((a, b) => b.at - a.at)) {
    moved = moved.slice(0, at) + text + moved.slice(at + length);
  }
  return moved;
}

/**
 * Words of one build or one stage of a version: a day (`bookworm-20240211`), the build of a JDK (`8u472-b08`), a cumulative update of SQL
 * Server (`2017-CU31`), a candidate (`12.0-noble-rc`). Nobody knows those of another version, and its release needs none.
 */
const BUILD_WORDS = /-(?:20\d{6}(?:\.\d+)?|b\d\d|cu\d\d?|(?:alpha|beta|rc)[\d.]*)(?=-|$)/gi;

/** Whether a tag is read as the same parts, in the cycles that are wanted of them. */
function isAsWanted(
  read: readonly ReadPart[],
  parts: readonly ReadPart[],
  cycles: readonly (Cycle | undefined)[],
): boolean {
  if (read.length !== parts.length) return false;
  return parts.every(({ part, product, match }, at) => {
    const now = read[at]!;
    const isSame =
      now.part.role === part.role && now.product === product && (now.part.at === null) === (part.at === null);
    return isSame && now.match?.cycle === (cycles[at] ?? match?.cycle);
  });
}

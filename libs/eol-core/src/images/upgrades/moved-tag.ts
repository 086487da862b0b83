import type { ImageReference } from '@stackcheck/image-parser';
import { wordsOfCycle } from '@stackcheck/image-parser/table';
import { combinationAt } from './combinations';
import type { Cycle } from '../../products/product';
import type { ImageTarget } from './image-target';
import type { ImageReader, ReadPart } from '../reading/read-part';
import { isPinned, spellCycle } from './version-spelling';

/** Never more spellings are tried of one tag, nor tags of more parts: real ones have three. */
const SPELLINGS_MAX = 16;
export const PARTS_MAX = 6;

/** How references of one repository are read, and other tags of it to which images may be moved. */
export interface ImageMover extends ImageReader {
  moved(tag: string): MovedTag;
}

/** A tag that images may be moved to, as it is read, and what is said of it as a target. */
export interface MovedTag extends Pick<ImageTarget, 'status' | 'days_until_eol' | 'components'> {
  readonly tag: string;
  readonly parts: readonly ReadPart[];
}

/**
 * The tag of an image with some of its parts in other cycles and all else as it was, in the same order and spelling; the
 * words of a single build are left out. Undefined where no spelling is read as exactly these parts.
 * @param cycles one per part: where it goes, undefined where it stays
 */
export function movedTag(
  { tag }: ImageReference,
  parts: readonly ReadPart[],
  cycles: readonly (Cycle | undefined)[],
  reader: ImageMover,
): MovedTag | undefined {
  if (tag === null || parts.length > PARTS_MAX) return undefined;
  const moving = cycles.filter((cycle) => cycle !== undefined);
  const changes: Change[] = [];
  parts.forEach((one, at) => {
    const to = cycles[at];
    const change = changeOf(one, to, moving.length > (to ? 1 : 0), reader);
    if (change) changes.push(change);
  });
  const spellings = changes.map(({ texts }) => texts);
  for (let n = 0; n < SPELLINGS_MAX; n++) {
    const texts = combinationAt(spellings, n);
    if (texts === undefined) break;
    const moved: string = rewrite(tag, changes, texts).replace(BUILD_WORDS, '');
    if (moved === tag) continue;
    const target = reader.moved(moved);
    if (isAsWanted(target.parts, parts, cycles)) return target;
  }
  return undefined;
}

/**
 * Words of one build or one stage of a version: a day (`bookworm-20240211`), the build of a JDK (`8u472-b08`), a cumulative update of SQL
 * Server (`2017-CU31`), a candidate (`12.0-noble-rc`). Nobody knows those of another version, and its release needs none.
 */
const BUILD_WORDS = /-(?:20\d{6}(?:\.\d+)?|b\d\d|cu\d\d?|(?:alpha|beta|rc)[\d.]*)(?=-|$)/gi;

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
): Change | undefined {
  if (part.at === null || part.version === null || product === undefined || match === undefined) return undefined;
  const { at, version: text } = part;
  // A whole version was built with what was there in its time only: it goes to the newest of its cycle.
  const isStale = movesElse && part.role !== 'base_os' && isPinned(text, match.cycle);
  const cycle = to ?? (isStale ? match.cycle : undefined);
  if (cycle === undefined) return undefined;
  const wordsOf = ({ name }: Cycle): readonly string[] => wordsOfCycle(listed, product.product.id, name, table);
  const isWord = wordsOf(match.cycle).includes(text.toLowerCase()) || NAMED_BY_WORDS.has(product.product.id);
  return { at, length: text.length, texts: spellCycle({ text, cycle: match.cycle, isWord }, cycle, wordsOf(cycle)) };
}

function rewrite(tag: string, changes: readonly Change[], texts: readonly string[]): string {
  let moved = tag;
  for (let n = 0; n < changes.length; n++) {
    const { at, length } = changes[n]!;
    let begin = at;
    // Those before it in the tag may have become longer or shorter.
    for (let m = 0; m < n; m++) if (changes[m]!.at < at) begin += texts[m]!.length - changes[m]!.length;
    moved = moved.slice(0, begin) + texts[n]! + moved.slice(begin + length);
  }
  return moved;
}

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

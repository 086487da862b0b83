import type { ImageReference } from '@stackcheck/image-parser';
import { wordsOfCycle } from '@stackcheck/image-parser/table';
import { combinations } from './combinations';
import type { Cycle } from '../../products/product';
import type { ImageReader, MovedTag, ReadPart } from '../reading/read-part';
import { isPinned, spellCycle } from './version-spelling';

/** Never more spellings are tried of one tag, nor tags of more parts: real ones have three. */
const SPELLINGS_MAX = 16;
export const PARTS_MAX = 6;

/**
 * The tag of an image with some of its parts in other cycles and all else as it was, in the same order and spelling; the
 * words of a single build are left out. Undefined where no spelling is read as exactly these parts.
 * @param cycles one per part: where it goes, undefined where it stays
 */
export function movedTag(
  { tag }: ImageReference,
  parts: readonly ReadPart[],
  cycles: readonly (Cycle | undefined)[],
  reader: ImageReader,
): MovedTag | undefined {
  if (tag === null || parts.length > PARTS_MAX) return undefined;
  const changes = changesOf(parts, cycles, reader);
  const inPlace = changes.map(({ at }, index) => ({ at, index })).sort((one, other) => one.at - other.at);
  let tried = 0;
  for (const texts of combinations(changes.map((change) => change.texts))) {
    if (tried++ === SPELLINGS_MAX) break;
    let moved = '';
    let end = 0;
    for (const { at, index } of inPlace) {
      moved += tag.slice(end, at) + texts[index]!;
      end = at + changes[index]!.length;
    }
    moved = (moved + tag.slice(end)).replace(BUILD_WORDS, '');
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

function changesOf(
  parts: readonly ReadPart[],
  cycles: readonly (Cycle | undefined)[],
  reader: ImageReader,
): readonly Change[] {
  const moving = cycles.reduce((sum, cycle) => (cycle === undefined ? sum : sum + 1), 0);
  const changes: Change[] = [];
  for (const [at, one] of parts.entries()) {
    const to = cycles[at];
    const change = changeOf(one, to, moving > (to === undefined ? 0 : 1), reader);
    if (change !== undefined) changes.push(change);
  }
  return changes;
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
  const texts = spellCycle({ text, cycle: match.cycle, isWord }, cycle, wordsOf(cycle));
  return { at, length: text.length, texts };
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

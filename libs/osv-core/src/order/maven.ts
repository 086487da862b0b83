import { readItems, type Item, type Items } from './maven-items';
import { compareDigits, compareText } from './digits';
import type { VersionOrder } from './version-order';

/**
 * Maven's `ComparableVersion` (3.8.7). It is faithful, so on degenerate texts (an empty number before a word, `1--alpha`)
 * it is no total order, as Maven's is none; antisymmetry holds for every text.
 */
export const maven: VersionOrder<Items> = {
  name: 'Maven',
  parse: (text) => readItems(text),
  compare: compareItems,
  // Ranges, properties and the floating words LATEST and RELEASE are no versions.
  accepts: (text) => /^(?=\D*\d)[0-9A-Za-z._+~:#-]+$/.test(text),
};

/** Known qualifiers in Maven's order; the empty one is the release itself, and unknown words come after all. */
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const RELEASE = QUALIFIERS.indexOf('');

function compareItems(a: Items, b: Items): number {
  const longest = Math.max(a.length, b.length);
  for (let index = 0; index < longest; index++) {
    const sign = compareOptional(a[index], b[index]);
    if (sign !== 0) return sign;
  }
  return 0;
}

function compareOptional(a: Item | undefined, b: Item | undefined): number {
  if (a === undefined) return b === undefined ? 0 : -againstNothing(b);
  return b === undefined ? againstNothing(a) : compareItem(a, b);
}

/** A version that has ended counts as zero, as the release, or as a list of such. */
function againstNothing(item: Item): number {
  if (item.kind === 'number') return item.digits === '' ? 0 : 1;
  if (item.kind === 'word') return Math.sign(rankOf(item.word) - RELEASE);
  for (const inner of item.items) {
    const sign = againstNothing(inner);
    if (sign !== 0) return sign;
  }
  return 0;
}

/** A number is newer than a list, a list newer than a word. */
function compareItem(a: Item, b: Item): number {
  if (a.kind === 'number' && b.kind === 'number') return compareDigits(a.digits, b.digits);
  if (a.kind === 'word' && b.kind === 'word') return compareWords(a.word, b.word);
  if (a.kind === 'list' && b.kind === 'list') return compareItems(a.items, b.items);
  return Math.sign(KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

const KINDS: readonly Item['kind'][] = ['word', 'list', 'number'];

function compareWords(a: string, b: string): number {
  return Math.sign(rankOf(a) - rankOf(b)) || (QUALIFIERS.includes(a) ? 0 : compareText(a, b));
}

function rankOf(word: string): number {
  const rank = QUALIFIERS.indexOf(word);
  return rank === -1 ? QUALIFIERS.length : rank;
}

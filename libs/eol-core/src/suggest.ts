import { distance } from 'fastest-levenshtein';
import type { ProductIndex } from './product-index';
import { spell, type Spelling } from './spelling';

/** Most suggestions of one answer. */
export const SUGGESTIONS_MAX = 5;

/**
 * At most five product ids that a caller may have meant by an unknown name, closest first, the same for the same
 * snapshot and text; none when none is close. The work is bounded: a text too long to be near any name costs a few
 * comparisons of lengths.
 */
export function suggestProducts(index: ProductIndex, text: string): readonly string[] {
  const meant = spell('', text);
  const costs = new Map<string, number>();
  for (const spelling of index.spellings) {
    const cost = costOf(meant, spelling);
    if (cost < (costs.get(spelling.productId) ?? FAR)) costs.set(spelling.productId, cost);
  }
  return [...costs]
    .sort(([idA, costA], [idB, costB]) => costA - costB || (idA < idB ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(([id]) => id);
}

const FAR = Number.POSITIVE_INFINITY;
/** What one typing error costs, next to one missing or extra character at the end. */
const PER_TYPO = 4;
/** A name that goes on, or a word inside a name, is a weaker sign than a single typing error. */
const CONTINUED = 4;
const WORD_INSIDE = 12;

/** How far a spelling is from what was meant: 0 for the same letters, Infinity when it is not close. */
function costOf(meant: Spelling, known: Spelling): number {
  const [a, b] = [meant.squashed, known.squashed];
  if (a === '') return FAR;
  if (a === b) return 0;
  return Math.min(typos(a, b) * PER_TYPO, continued(a, b), sharedWord(meant, known));
}

/** Typing errors between two names, a swap of letters counting once; Infinity beyond what their length excuses. */
function typos(meant: string, known: string): number {
  const shorter = Math.min(meant.length, known.length);
  const most = shorter <= 2 ? 0 : shorter <= 4 ? 1 : shorter <= 7 ? 2 : 3;
  if (Math.abs(meant.length - known.length) > most) return FAR;
  const edits = distance(meant, known);
  const counted = edits === 2 && sameLetters(meant, known) ? 1 : edits;
  return counted <= most ? counted : FAR;
}

function sameLetters(a: string, b: string): boolean {
  return a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
}

/** One name begins with the other (`post`, `python3`), and the shorter one says at least something. */
function continued(meant: string, known: string): number {
  const extra = Math.abs(meant.length - known.length);
  if (meant.length >= 2 && known.startsWith(meant)) return CONTINUED + extra;
  const longEnough = known.length >= 3 && known.length >= extra;
  return longEnough && meant.startsWith(known) ? CONTINUED + extra : FAR;
}

/** One name is a word of the other: `openjdk` of `microsoft-build-of-openjdk`, `node` of `my-node-app`. */
function sharedWord(meant: Spelling, known: Spelling): number {
  if (meant.squashed.length >= 3 && known.words.includes(meant.squashed)) return WORD_INSIDE + known.words.length;
  const named = known.squashed.length >= 3 && meant.words.length <= 6 && meant.words.includes(known.squashed);
  return named ? WORD_INSIDE + meant.words.length : FAR;
}

import { letterSet, missingLetters } from '@stackcheck/contract/spelling';
import { distance } from 'fastest-levenshtein';
import { spell, type Spelling } from './spelling';

/** How far each spelling of a product is from a text; smaller is closer. */
type Found = (productId: string, cost: number) => void;

/** What one typing error costs, next to one missing or extra character at the end. */
const PER_TYPO = 4;
/** A name that goes on, or a word inside a name, is a weaker sign than a single typing error. */
const CONTINUED = 4;
const WORD_INSIDE = 12;
/** A text that is the first word of a name (`docker` of Docker Engine) is a stronger one than two typing errors. */
const WORD_FIRST = 6;
/** Makes the shorter one of such names the closer one, and no other sign weaker. */
const PER_CHAR_MORE = 0.001;
/** Several words that all stand in a longer name (`SQL Server`) are a strong one. */
const WORDS_INSIDE = 4;

/** More words are no name. */
const WORDS_MAX = 6;

/** No length excuses more. */
const TYPOS_MAX = 3;

/** Many times as long as any name: what is longer names nothing, and need not be spelled otherwise. */
const NAME_CHARS_MAX = 1_000;

/**
 * All ways to write the products of a snapshot. Built once per snapshot, so that a text is compared with the few names that can be near
 * it and not with all of them: fifty unknown names come in one batch.
 */
export class ProductNames {
  /** Squashed spelling → those that have it. */
  private readonly same = new Map<string, Spelling[]>();
  /** By their squashed forms, so that those with one beginning stand together. */
  private readonly sorted: readonly Spelling[];
  private readonly byWord = new Map<string, Spelling[]>();
  /** Length of the squashed form → the spellings, each with its letters. */
  private readonly byLength: { readonly spelling: Spelling; readonly letters: number }[][] = [];

  constructor(spellings: Iterable<Spelling>) {
    const all = [...spellings];
    for (const spelling of all) {
      const { squashed, words } = spelling;
      add(this.same, squashed, spelling);
      for (const word of new Set(words)) add(this.byWord, word, spelling);
      (this.byLength[squashed.length] ??= []).push({ spelling, letters: letterSet(squashed) });
    }
    this.sorted = all.sort((a, b) => (a.squashed < b.squashed ? -1 : 1));
  }

  /** The id of the one product that a text names but for case and punctuation; undefined where that is none, or several. */
  idOf(text: string): string | undefined {
    if (text.length > NAME_CHARS_MAX) return undefined;
    const known = this.same.get(spell('', text).squashed);
    const id = known?.[0]?.productId;
    return known?.every(({ productId }) => productId === id) ? id : undefined;
  }

  /** Reports every product that a text may mean, perhaps several times; of none where none is near. */
  near(meant: Spelling, found: Found): void {
    if (meant.squashed === '') return;
    for (const { productId } of this.same.get(meant.squashed) ?? []) found(productId, 0);
    this.continued(meant.squashed, found);
    this.sharedWords(meant, found);
    this.mistyped(meant.squashed, found);
  }

  /** One name begins with the other (`post`, `python3`), and the shorter one says at least something. */
  private continued(meant: string, found: Found): void {
    const { length } = meant;
    if (length >= 2) {
      for (let at = this.firstFrom(meant); this.sorted[at]?.squashed.startsWith(meant); at++) {
        const { productId, squashed } = this.sorted[at]!;
        found(productId, CONTINUED + squashed.length - length);
      }
    }
    const longest = Math.min(length - 1, this.byLength.length - 1);
    for (let shorter = longest; shorter >= 3 && 2 * shorter >= length; shorter--) {
      for (const { productId } of this.same.get(meant.slice(0, shorter)) ?? []) {
        found(productId, CONTINUED + length - shorter);
      }
    }
  }

  /** Where the spellings begin that are not before a text. */
  private firstFrom(text: string): number {
    let [from, to] = [0, this.sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.sorted[middle]!.squashed < text) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** One name is a word of the other, or all of its words are: `openjdk`, `my-node-app`, `SQL Server`. */
  private sharedWords({ squashed, words }: Spelling, found: Found): void {
    const inside = (known: Spelling): void => {
      const isFirst = known.words[0] === squashed;
      const cost = isFirst ? WORD_FIRST + PER_CHAR_MORE * known.squashed.length : WORD_INSIDE + known.words.length;
      found(known.productId, cost);
    };
    if (squashed.length >= 3) this.byWord.get(squashed)?.forEach(inside);
    if (words.length > WORDS_MAX) return;
    for (const word of words) {
      if (word.length < 3) continue;
      for (const { productId } of this.same.get(word) ?? []) found(productId, WORD_INSIDE + words.length);
    }
    if (words.length < 2) return;
    const lists = words.map((word) => this.byWord.get(word) ?? []);
    const rarest = lists.reduce((fewest, list) => (list.length < fewest.length ? list : fewest));
    for (const known of rarest) {
      if (!words.every((word) => known.words.includes(word))) continue;
      found(known.productId, WORDS_INSIDE + known.words.length - words.length);
    }
  }

  /** Typing errors, a swap of letters counting once, as many as the length excuses. */
  private mistyped(meant: string, found: Found): void {
    const letters = letterSet(meant);
    const { length } = meant;
    for (let other = Math.max(1, length - TYPOS_MAX); other <= length + TYPOS_MAX; other++) {
      const most = typosExcused(Math.min(length, other));
      if (Math.abs(length - other) > most) continue;
      for (const known of this.byLength[other] ?? []) {
        // Every letter that only one of the two has is an error by itself.
        if (missingLetters(letters, known.letters) > most || missingLetters(known.letters, letters) > most) continue;
        const { squashed, productId } = known.spelling;
        const edits = distance(meant, squashed);
        const typos = edits === 2 && sameLetters(meant, squashed) ? 1 : edits;
        if (typos <= most) found(productId, typos * PER_TYPO);
      }
    }
  }
}

function typosExcused(chars: number): number {
  return chars <= 2 ? 0 : chars <= 4 ? 1 : chars <= 7 ? 2 : TYPOS_MAX;
}

function sameLetters(a: string, b: string): boolean {
  return a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
}

function add<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

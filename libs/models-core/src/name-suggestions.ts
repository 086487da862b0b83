/** Most suggestions of one answer. */
export const SUGGESTIONS_MAX = 5;

/** Longer texts are no names, and are not looked at to their end. */
const TEXT_CHARS_MAX = 200;

/** Names that share less than this part of their trigrams are not alike. */
const LIKENESS_MIN = 0.3;

/** A letter, a digit or the edge of a word as a number below this one, so that three of them are a small number. */
const CODES = 37;
const EDGE = 0;
const TRIGRAMS = CODES ** 3;

const NAMES_PER_STEP = 16;
const TRIGRAMS_PER_STEP = 4_096;

/**
 * Suggests names that resemble a text, by the share of trigrams that both hold (Dice's coefficient): words in another
 * order, a missing maker or a typing error cost little. Built once, in columns: the names of each trigram stand together, and
 * a question touches only names with a trigram in common.
 */
export class NameSuggestions {
  private constructor(
    private readonly names: readonly string[],
    /** Name → how many trigrams it has. */
    private readonly sizes: Int32Array,
    /** Trigram → where its names begin in `posted`; one more at the end. */
    private readonly starts: Int32Array,
    private readonly posted: Int32Array,
    private readonly read: TrigramReader,
  ) {}

  /** Builds it in steps. */
  static *steps(names: readonly string[]): Generator<void, NameSuggestions, void> {
    const starts = new Int32Array(TRIGRAMS + 1);
    const sizes = new Int32Array(names.length);
    const trigrams: (readonly number[])[] = [];
    const read = trigramReader();
    for (const name of names) {
      const own = read(name);
      sizes[trigrams.length] = own.length;
      for (const trigram of own) starts[trigram + 1]!++;
      trigrams.push(own);
      if (trigrams.length % NAMES_PER_STEP === 0) yield;
    }
    for (let trigram = 0; trigram < TRIGRAMS; trigram++) {
      starts[trigram + 1]! += starts[trigram]!;
      if (trigram % TRIGRAMS_PER_STEP === 0) yield;
    }
    const posted = new Int32Array(starts[TRIGRAMS]!);
    const next = starts.slice();
    for (let at = 0; at < trigrams.length; at++) {
      for (const trigram of trigrams[at]!) posted[next[trigram]!++] = at;
      if (at % NAMES_PER_STEP === 0) yield;
    }
    return new NameSuggestions(names, sizes, starts, posted, read);
  }

  /** At most five names, most alike first, then in the order given; none when none is alike. */
  like(text: string): readonly string[] {
    const trigrams = this.read(text.slice(0, TEXT_CHARS_MAX));
    const shared = new Map<number, number>();
    for (const trigram of trigrams) {
      for (let place = this.starts[trigram]!; place < this.starts[trigram + 1]!; place++) {
        const at = this.posted[place]!;
        shared.set(at, (shared.get(at) ?? 0) + 1);
      }
    }
    return [...shared]
      .map(([at, count]) => ({ at, likeness: (2 * count) / (trigrams.length + this.sizes[at]!) }))
      .filter(({ likeness }) => likeness >= LIKENESS_MIN)
      .sort((a, b) => b.likeness - a.likeness || a.at - b.at)
      .slice(0, SUGGESTIONS_MAX)
      .map(({ at }) => this.names[at]!);
  }
}

/**
 * The distinct trigrams of the words of a text, each word with its edges, so that short words count and their order does
 * not. A word is a run of letters or a run of digits.
 */
type TrigramReader = (text: string) => readonly number[];

/** Remembers for each trigram the text in which it was met last, since looking through the found ones takes longest. */
function trigramReader(): TrigramReader {
  const metIn = new Int32Array(TRIGRAMS);
  let texts = 0;
  return (text) => trigramsOf(text, metIn, ++texts);
}

function trigramsOf(text: string, metIn: Int32Array, number: number): readonly number[] {
  const found: number[] = [];
  let [before, last] = [EDGE, EDGE];
  const step = (code: number): void => {
    if (last !== EDGE) {
      const trigram = (before * CODES + last) * CODES + code;
      if (metIn[trigram] !== number) found.push(trigram);
      metIn[trigram] = number;
    }
    before = last;
    last = code;
  };
  for (let at = 0; at < text.length; at++) {
    const code = codeOf(text.charCodeAt(at));
    // Between letters and digits ends a word and begins another.
    if (code !== EDGE && last !== EDGE && isDigit(code) !== isDigit(last)) step(EDGE);
    step(code);
  }
  step(EDGE);
  return found;
}

/** 1 to 26 for letters of either case, 27 to 36 for digits, else the edge of a word. */
function codeOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return unit - 96;
  if (unit >= 65 && unit <= 90) return unit - 64;
  return unit >= 48 && unit <= 57 ? unit - 21 : EDGE;
}

function isDigit(code: number): boolean {
  return code > 26;
}

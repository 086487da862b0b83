/** Most suggestions of one answer (service specification 8). */
export const SUGGESTIONS_MAX = 5;

/** Longer texts are no names, and are not looked at to their end. */
const TEXT_CHARS_MAX = 200;

/** Names that share less than this part of their trigrams are not alike. */
const LIKENESS_MIN = 0.3;

/**
 * Suggests names that resemble a text, by the share of trigrams that both hold (Dice's coefficient): words in another
 * order, a missing maker or a typing error cost little. Built once; a question touches only names with a trigram in common.
 */
export class NameSuggestions {
  private readonly postings = new Map<string, number[]>();
  private readonly sizes: Uint16Array;

  constructor(private readonly names: readonly string[]) {
    this.sizes = new Uint16Array(names.length);
    names.forEach((name, at) => {
      const trigrams = trigramsOf(name);
      this.sizes[at] = trigrams.size;
      for (const trigram of trigrams) {
        const known = this.postings.get(trigram);
        if (known === undefined) this.postings.set(trigram, [at]);
        else known.push(at);
      }
    });
  }

  /** At most five names, most alike first, then in the order given; none when none is alike. */
  like(text: string): readonly string[] {
    const trigrams = trigramsOf(text.slice(0, TEXT_CHARS_MAX));
    const shared = new Map<number, number>();
    for (const trigram of trigrams) {
      for (const at of this.postings.get(trigram) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    }
    return [...shared]
      .map(([at, count]) => ({ at, likeness: (2 * count) / (trigrams.size + this.sizes[at]!) }))
      .filter(({ likeness }) => likeness >= LIKENESS_MIN)
      .sort((a, b) => b.likeness - a.likeness || a.at - b.at)
      .slice(0, SUGGESTIONS_MAX)
      .map(({ at }) => this.names[at]!);
  }
}

/** Trigrams of the words of a text, each word with its edges, so that short words count and their order does not. */
function trigramsOf(text: string): ReadonlySet<string> {
  const trigrams = new Set<string>();
  for (const word of text.toLowerCase().match(/[a-z]+|\d+/g) ?? []) {
    const edged = ` ${word} `;
    for (let at = 0; at + 3 <= edged.length; at++) trigrams.add(edged.slice(at, at + 3));
  }
  return trigrams;
}

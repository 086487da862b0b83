import { letterSet, missingLetters } from './letter-set';

/**
 * The known name that a word was most likely meant to be: the one with the fewest typing errors, where a missing, extra or wrong
 * character and two neighbours swapped are one error each, and letters count whatever their case. Of equals the first one is
 * taken. Undefined when none is near, and for the word itself.
 * @param errorsMax how many errors a word of that many characters may have; fewer for short ones, which are near everything
 */
export function nearestName(
  word: string,
  known: Iterable<string>,
  errorsMax: (chars: number) => number = usualErrors,
): string | undefined {
  return new SpelledNames(known).nearest(word, errorsMax);
}

/** Names that words are held against again and again, with what is seen of each without comparing it. */
export class SpelledNames {
  private readonly names: ReadonlySet<string>;
  /** By how many characters they have. */
  private readonly byLength: SpelledName[][] = [];

  constructor(names: Iterable<string>) {
    this.names = new Set(names);
    let at = 0;
    for (const name of this.names) {
      const written = name.toLowerCase();
      (this.byLength[written.length] ??= []).push({ name, written, letters: letterSet(written), at: at++ });
    }
  }

  /** As `nearestName`. */
  nearest(word: string, errorsMax: (chars: number) => number = usualErrors): string | undefined {
    if (this.names.has(word)) return undefined;
    const written = word.toLowerCase();
    const letters = letterSet(written);
    const { length } = written;
    let nearest: SpelledName | undefined;
    let fewest = errorsMax(word.length);
    // Each character more or less is an error by itself.
    const longest = length + fewest;
    for (let other = length - fewest; other <= longest; other++) {
      for (const known of this.byLength[other] ?? []) {
        // So is every letter that only one of the two has.
        if (missingLetters(letters, known.letters) > fewest || missingLetters(known.letters, letters) > fewest)
          continue;
        const errors = errorsWithin(written, known.written, fewest);
        // Of equals the first one.
        if (errors < fewest || (errors === fewest && !(nearest && nearest.at < known.at)))
          [nearest, fewest] = [known, errors];
      }
    }
    return nearest?.name;
  }
}

interface SpelledName {
  readonly name: string;
  /** In lower case. */
  readonly written: string;
  readonly letters: number;
  /** Where it stood among the names. */
  readonly at: number;
}

function usualErrors(chars: number): number {
  return chars < 4 ? 0 : chars < 9 ? 1 : 2;
}

/** The errors between two words, which are all between what they do not begin and end with alike. */
function errorsWithin(a: string, b: string, most: number): number {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  return typingErrors(a.slice(start, endA), b.slice(start, endB), most);
}

/**
 * Optimal string alignment distance (restricted Damerau-Levenshtein), by rows; more than `most` once it cannot be less, which for
 * most names is after their first characters.
 */
function typingErrors(a: string, b: string, most: number): number {
  let beforeLast: number[] = [];
  let last: number[] = [];
  for (let j = 0; j <= b.length; j++) last.push(j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let fewest = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let errors = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      // No character stands before the first one, so that neither is the second of a pair.
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) errors = Math.min(errors, beforeLast[j - 2]! + 1);
      row.push(errors);
      if (errors < fewest) fewest = errors;
    }
    // A row has at most one error more than the one before, so that a swap, which goes on from there, costs too much as well.
    if (fewest > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}

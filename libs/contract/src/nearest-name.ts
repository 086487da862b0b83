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
  const most = errorsMax(word.length);
  let nearest: string | undefined;
  let fewest = most + 1;
  for (const name of known) {
    if (name === word) return undefined;
    if (Math.abs(name.length - word.length) >= fewest) continue;
    const errors = typingErrors(word.toLowerCase(), name.toLowerCase());
    if (errors < fewest) [nearest, fewest] = [name, errors];
  }
  return nearest;
}

function usualErrors(chars: number): number {
  return chars < 4 ? 0 : chars < 9 ? 1 : 2;
}

/** Optimal string alignment distance (restricted Damerau-Levenshtein), by rows. */
function typingErrors(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let errors = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) errors = Math.min(errors, beforeLast[j - 2]! + 1);
      row.push(errors);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}

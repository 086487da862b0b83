import { clustersOf, clusterWidth, displayWidth } from './display-width';

/** A text in at most so many columns, with an ellipsis in its middle where it is longer: both ends of a name say what it is. */
export function cutMiddle(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  const clusters = clustersOf(text);
  const head = taken(clusters, Math.ceil((columns - 1) / 2));
  const tail = taken([...clusters].reverse(), columns - 1 - displayWidth(head.join('')));
  return `${head.join('')}…${tail.reverse().join('')}`;
}

/** A text in at most so many columns, with an ellipsis at its end where it is longer. */
export function cutEnd(text: string, columns: number): string {
  return displayWidth(text) <= columns
    ? text
    : `${taken(clustersOf(text), columns - 1)
        .join('')
        .trimEnd()}…`;
}

/** A text with blanks up to so many columns. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

/** Lines of at most so many columns, broken at blanks; a word that is longer than a line is broken anywhere. */
export function wrapWords(text: string, columns: number): readonly string[] {
  return wrapParts(
    text.split(' ').flatMap((word) => broken(word, columns)),
    ' ',
    columns,
  );
}

/** Lines of whole parts with a separator between them; a part that is longer than a line stands alone. */
export function wrapParts(parts: readonly string[], separator: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const part of parts) {
    const longer: string = line === undefined ? part : line + separator + part;
    if (line !== undefined && displayWidth(longer) > columns) {
      lines.push(line);
      line = part;
    } else {
      line = longer;
    }
  }
  return line === undefined ? lines : [...lines, line];
}

function broken(word: string, columns: number): readonly string[] {
  if (displayWidth(word) <= columns) return [word];
  const pieces: string[] = [];
  let rest = clustersOf(word);
  while (rest.length > 0) {
    // At least one, or a character that is wider than a line would never end.
    const piece = rest.slice(0, Math.max(1, taken(rest, columns).length));
    pieces.push(piece.join(''));
    rest = rest.slice(piece.length);
  }
  return pieces;
}

/** As many characters as fit. */
function taken(clusters: readonly string[], columns: number): string[] {
  let width = 0;
  const fit = clusters.findIndex((cluster) => (width += clusterWidth(cluster)) > columns);
  return clusters.slice(0, fit < 0 ? clusters.length : fit);
}

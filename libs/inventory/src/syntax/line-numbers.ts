/**
 * Line numbers of a text, from 1, for readers whose parser keeps none: they search for the key of an entry.
 * The lines are found once, on the first question.
 */
export class LineNumbers {
  private starts: readonly number[] | undefined;

  constructor(private readonly text: string) {}

  /** The line in which the character at this offset stands. */
  at(offset: number): number {
    const starts = (this.starts ??= lineStarts(this.text));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}

/** The line in which the character at an offset stands, of a text that is asked about once: nothing is kept of its lines. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) line++;
  }
  return line;
}

/** Offsets at which lines begin. LF, CR LF and CR end a line. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  if (!text.includes('\r')) {
    for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', feed + 1)) starts.push(feed + 1);
    return starts;
  }
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === 10 || (code === 13 && text.charCodeAt(offset + 1) !== 10)) starts.push(offset + 1);
  }
  return starts;
}

/** Characters that a search may walk beyond some walks over the text. */
const STEPS_MAX = 20_000_000;
const WALKS_MAX = 4;

/**
 * Finds the lines of keys that come in the order of the text, as they do in lists that were parsed from it: each search begins
 * after the last find and, if there is nothing, once more at the beginning. Together about one walk over the text. Where keys are in
 * another order or written with escapes, the walks are bounded, and lines are missing after that.
 */
export class KeySearch {
  private position = 0;
  private steps: number;
  private readonly lines: LineNumbers;

  constructor(private readonly text: string) {
    this.lines = new LineNumbers(text);
    this.steps = text.length * WALKS_MAX + STEPS_MAX;
  }

  /** The line of the next occurrence; undefined where the text does not hold it. */
  lineOf(key: string): number | undefined {
    if (this.steps < 0) return undefined;
    const found = this.find(key, this.position) ?? this.find(key, 0);
    if (found === undefined) return undefined;
    this.position = found + key.length;
    return this.lines.at(found);
  }

  /** The next line that begins with the key and is not the first of the text; undefined where there is none. */
  lineStartingWith(key: string): number | undefined {
    const before = this.lineOf(`\n${key}`);
    return before === undefined ? undefined : before + 1;
  }

  private find(key: string, from: number): number | undefined {
    const found = this.text.indexOf(key, from);
    this.steps -= (found === -1 ? this.text.length : found) - from;
    return found === -1 ? undefined : found;
  }
}

import { LineNumbers } from './line-numbers';

/** A search that walks the text more often than this finds nothing more: its values stand there in other words. */
const WALKS_MAX = 20;

/** So many characters are looked at in any case. */
const STEPS_LEAST = 1_000_000;

/** What may stand between a key and its value on a line: `- image: &base "`. */
const BEFORE_MAX = 300;

/**
 * Lines of values that a parser of YAML, JSON or TOML found, by key and value, since the same text may stand elsewhere: a container
 * is often named as its image. Questions come in the order of the text, or nearly so.
 */
export class ScalarLines {
  private position = 0;
  private steps: number;
  private readonly lines: LineNumbers;

  constructor(private readonly text: string) {
    this.lines = new LineNumbers(text);
    this.steps = text.length * WALKS_MAX + STEPS_LEAST;
  }

  /**
   * The line of the next place where the key has this value, or else where the value stands as an item of a list; undefined where
   * there is none, as of values that are written in several lines.
   */
  lineOf(key: string, value: string): number | undefined {
    return this.lineOfText(value, beforeValue(key), CONTINUES);
  }

  /** The line of the next place where this is a key. */
  lineOfKey(key: string): number | undefined {
    return this.lineOfText(key, BEFORE_KEY, NO_KEY);
  }

  private lineOfText(text: string, before: RegExp, notAfter: RegExp): number | undefined {
    if (text === '') return undefined;
    const found = this.find(text, before, notAfter, this.position) ?? this.find(text, before, notAfter, 0);
    if (found === undefined) return undefined;
    this.position = found + text.length;
    return this.lines.at(found);
  }

  private find(value: string, pattern: RegExp, notAfter: RegExp, from: number): number | undefined {
    let at = from;
    while (this.steps >= 0) {
      const found = this.text.indexOf(value, at);
      this.steps -= (found === -1 ? this.text.length : found) - at + BEFORE_MAX;
      if (found === -1) return undefined;
      const lineStart = this.text.lastIndexOf('\n', found - 1) + 1;
      const before = this.text.slice(Math.max(lineStart, found - BEFORE_MAX), found);
      at = found + value.length;
      if (pattern.test(before) && !notAfter.test(this.text.slice(at, at + 3))) return found;
    }
    return undefined;
  }
}

/** What would make the value a longer one. */
const CONTINUES = /^[\w./:@-]/;

/** A key stands at the beginning of a line or of an object, and a colon after it. */
const BEFORE_KEY = /(?:^|[{,-])\s*["']?$/;
const NO_KEY = /^(?!["']?\s*:)/;

const patterns = new Map<string, RegExp>();

/** `key:`, `key =` or a list's `-`, `[` or `,`, with what may follow before the value. Keys are fields that readers know: few. */
function beforeValue(key: string): RegExp {
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const pattern = new RegExp(`(?:(?:^|[\\s{,"'.])${key}["']?\\s*[:=]|^\\s*-|\\[|,)\\s*(?:&\\S+\\s+)?["']?$`);
  patterns.set(key, pattern);
  return pattern;
}

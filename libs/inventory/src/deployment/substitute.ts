/** How variables are written in a kind of file. */
export interface VariableSyntax {
  /** The value of a variable; undefined where it has none. */
  valueOf(name: string): string | undefined;
  /** Takes the meaning from a `$` after it; `$` itself in Compose files. */
  readonly escape: '\\' | '`' | '$';
  /** Whether quotation marks are taken off, and single ones keep variables from being put in (Dockerfiles). */
  readonly quotes: boolean;
}

/** Longer results are no image references, and texts that double with each variable end here. */
const LENGTH_MAX = 4096;
/** Defaults within defaults. */
const DEPTH_MAX = 20;

/**
 * A text with its variables put in: `$X`, `${X}` and the operators `:-`, `-`, `:+`, `+`, `:?` and `?` of the POSIX shell (section
 * 2.6.2), which Dockerfiles and Compose files share. Undefined where a variable without a value is needed, where an operator is
 * another one, or where the text is no such text.
 */
export function substitute(text: string, syntax: VariableSyntax): string | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const expansion = new Expansion(text, syntax);
  const value = expansion.word(0, false);
  return value !== undefined && value.length <= LENGTH_MAX ? value : undefined;
}

/** One walk over the text; a part that is not needed is read all the same, to find its end. */
class Expansion {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly syntax: VariableSyntax,
  ) {}

  /** Up to the end, or to the brace that closes a default. */
  word(depth: number, inBraces: boolean): string | undefined {
    let value: string | undefined = '';
    const add = (part: string | undefined): void => {
      const joined: string | undefined = value === undefined || part === undefined ? undefined : value + part;
      value = joined !== undefined && joined.length > LENGTH_MAX ? undefined : joined;
    };
    const { escape, quotes } = this.syntax;
    let isQuoted = false;
    while (this.at < this.text.length) {
      const character = this.text[this.at]!;
      if (inBraces && character === '}') return value;
      if (character === escape && (escape !== '$' || this.text[this.at + 1] === '$')) {
        add(this.text[this.at + 1] ?? '');
        this.at += 2;
      } else if (quotes && character === '"') {
        isQuoted = !isQuoted;
        this.at += 1;
      } else if (quotes && character === "'" && !isQuoted) {
        add(this.literal());
      } else if (character === '$') {
        add(this.variable(depth));
      } else {
        add(character);
        this.at += 1;
      }
    }
    return inBraces ? undefined : value;
  }

  /** The inside of single quotation marks. */
  private literal(): string | undefined {
    const end = this.text.indexOf("'", this.at + 1);
    if (end === -1) {
      this.at = this.text.length;
      return undefined;
    }
    const inside = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return inside;
  }

  private variable(depth: number): string | undefined {
    this.at += 1;
    const isBraced = this.text[this.at] === '{';
    if (isBraced) this.at += 1;
    NAME.lastIndex = this.at;
    const name = NAME.exec(this.text)?.[0];
    if (name === undefined) return undefined;
    this.at += name.length;
    const value = this.syntax.valueOf(name);
    if (!isBraced) return value;
    if (this.text[this.at] === '}') {
      this.at += 1;
      return value;
    }
    return this.withOperator(value, depth);
  }

  private withOperator(value: string | undefined, depth: number): string | undefined {
    const mayBeEmpty = this.text[this.at] !== ':';
    if (!mayBeEmpty) this.at += 1;
    const operator = this.text[this.at] ?? '';
    this.at += 1;
    if (depth >= DEPTH_MAX) {
      this.at = this.text.length;
      return undefined;
    }
    const other = this.word(depth + 1, true);
    if (this.text[this.at] !== '}') return undefined;
    this.at += 1;
    const hasValue = value !== undefined && (mayBeEmpty || value !== '');
    if (operator === '-') return hasValue ? value : other;
    if (operator === '+') return hasValue ? other : '';
    return operator === '?' && hasValue ? value : undefined;
  }
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;

import { KeySearch } from '../syntax/line-numbers';

/**
 * Finds the lines of members of a JSON text by name and value, such as `"purl": "pkg:npm/a@1"`, in the spelling of the program that
 * wrote it: the blanks around its colons, and whether it escapes slashes.
 */
export class MemberSearch {
  private readonly lines: KeySearch;
  private readonly separators = new Map<string, string>();
  private readonly escapesSlashes: boolean;

  constructor(private readonly text: string) {
    this.lines = new KeySearch(text);
    this.escapesSlashes = text.includes('\\/');
  }

  /** The line of the next such member; undefined where the text does not hold it in that spelling. */
  lineOf(member: string, value: string): number | undefined {
    const json = JSON.stringify(value);
    const spelled = this.escapesSlashes ? json.replaceAll('/', '\\/') : json;
    return this.lines.lineOf(`"${member}"${this.separatorOf(member)}${spelled}`);
  }

  /** What stands between this name and its values, by its first occurrence. */
  private separatorOf(member: string): string {
    const known = this.separators.get(member);
    if (known !== undefined) return known;
    const name = this.text.indexOf(`"${member}"`);
    const start = name + member.length + 2;
    const [separator = ':'] = /^\s*:\s*/.exec(this.text.slice(start, start + 20)) ?? [];
    this.separators.set(member, separator);
    return separator;
  }
}

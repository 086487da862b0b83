import { GENERAL_WORDS } from './known-words';

/** Of shorter words one edit makes too many others: `local` is no `focal`. */
const CHARS_MIN = 6;

/** The names of base systems and of their releases that a word of a tag may be a slip of. */
export class SystemNames {
  /** Length → the names, each with the product that it says. */
  private readonly byLength = new Map<number, (readonly [name: string, product: string])[]>();

  constructor(names: Iterable<readonly [name: string, product: string]>) {
    for (const entry of names) {
      const { length } = entry[0];
      if (length < CHARS_MIN) continue;
      const known = this.byLength.get(length);
      if (known === undefined) this.byLength.set(length, [entry]);
      else known.push(entry);
    }
  }

  /** The product of the first name that is one edit away from a word (`bookwrom`, `alpin`); undefined where none is. */
  meantBy(word: string): string | undefined {
    if (word.length < CHARS_MIN - 1 || GENERAL_WORDS.has(word)) return undefined;
    for (const length of [word.length, word.length + 1, word.length - 1]) {
      const found = this.byLength.get(length)?.find(([name]) => isOneEdit(word, name));
      if (found !== undefined) return found[1];
    }
    return undefined;
  }
}

/** Whether a character left out, put in or replaced, or two neighbours swapped, make one word the other. */
function isOneEdit(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  if (a.length > b.length) return a.slice(start + 1) === b.slice(start);
  if (a.length < b.length) return a.slice(start) === b.slice(start + 1);
  if (start === a.length) return false;
  if (a.slice(start + 1) === b.slice(start + 1)) return true;
  return a[start] === b[start + 1] && a[start + 1] === b[start] && a.slice(start + 2) === b.slice(start + 2);
}

/**
 * The web addresses in an entry's notes, each once, in their order. The catalogue separates them by ` ; ` as a rule; words
 * between them, commas, missing blanks, brackets and closing punctuation do not harm, and a semicolon within an address
 * stays. What is no http or https address is left out; `N/A` gives none.
 */
export function referencesIn(notes: string): readonly string[] {
  const words = notes.split(/[\s<>"]+|[,;](?=https?:\/\/)/i);
  const found = words.flatMap((word) => {
    const start = word.search(/https?:\/\//i);
    if (start < 0 || word.length - start > ADDRESS_CHARS_MAX) return [];
    const address = withoutClosing(word.slice(start));
    return URL.canParse(address) ? [address] : [];
  });
  return [...new Set(found)];
}

/** A longer one is no address that anybody means. */
const ADDRESS_CHARS_MAX = 2_000;

/** Without the punctuation that ends the sentence around an address, and brackets that open before it. */
function withoutClosing(address: string): string {
  // Counted once: addresses come from strangers, and may end in thousands of brackets.
  const unopened = new Map([
    [')', count(address, ')') - count(address, '(')],
    [']', count(address, ']') - count(address, '[')],
  ]);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1]!;
    const more = unopened.get(last);
    if (more === undefined ? !CLOSING.includes(last) : more <= 0) break;
    if (more !== undefined) unopened.set(last, more - 1);
  }
  return address.slice(0, end);
}

const CLOSING = ".,;:!?'\u2019\u201d";

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

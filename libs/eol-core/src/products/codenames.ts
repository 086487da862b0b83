import type { Cycle } from './product';

/** First words that say nothing about the codename they begin ("A new era", "El Capitan"). */
const ARTICLES: ReadonlySet<string> = new Set(['a', 'the', 'el']);

/**
 * Codename → cycle for whole codenames and for their first words (`noble numbat` and `noble`), lower-cased. A codename
 * that several cycles share names none of them, and a first word never hides another cycle's whole codename.
 */
export function codenamesOf(cycles: readonly Cycle[]): ReadonlyMap<string, Cycle> {
  const whole = new Map<string, Cycle | null>();
  const first = new Map<string, Cycle | null>();
  for (const cycle of cycles) {
    if (cycle.codename === null) continue;
    const words = codenameText(cycle.codename).split(' ');
    note(whole, words.join(' '), cycle);
    const word = words[0];
    if (word !== undefined && words.length > 1 && !ARTICLES.has(word)) note(first, word, cycle);
  }
  const unique = new Map<string, Cycle>();
  for (const [name, cycle] of [...first, ...whole]) {
    if (cycle === null) unique.delete(name);
    else unique.set(name, cycle);
  }
  unique.delete('');
  return unique;
}

/** The form under which codenames are compared: lower-cased, runs of blanks or `+` (a blank in a query) as one blank. */
export function codenameText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s+]+/g, ' ')
    .trim();
}

function note(map: Map<string, Cycle | null>, name: string, cycle: Cycle): void {
  map.set(name, map.has(name) ? null : cycle);
}

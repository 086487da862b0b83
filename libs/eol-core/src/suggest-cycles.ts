import { distance } from 'fastest-levenshtein';
import { codenameText } from './codenames';
import type { IndexedProduct } from './indexed-product';
import type { Cycle } from './product';
import { SUGGESTIONS_MAX } from './suggest';
import { bareVersion } from './version-match';
import { compareVersions, leadingNumbers } from './version-order';

/** No cycle name is longer; more of an unknown version would only cost time. */
const COMPARED_CHARS_MAX = 64;

/**
 * Up to five cycle names of a product for a version that matches none, closest first. Numbers are compared
 * as numbers (3.15 is next to 3.14, 22.4 is 22.04); words by edits, with the newest cycles first among equals, so that
 * `latest` gives the newest ones. Fewer than five only when the product has fewer cycles.
 */
export function suggestCycles(product: IndexedProduct, text: string): readonly string[] {
  const bare = bareVersion(text.slice(0, COMPARED_CHARS_MAX).trim().toLowerCase());
  const digit = /\d/.exec(bare);
  const numbers = leadingNumbers(
    product.words.some((word) => bare.startsWith(word)) && digit ? bare.slice(digit.index) : bare,
  );
  const nearest =
    numbers !== undefined && product.plain.length > 0 ? byNumber(product, numbers) : byText(product, bare);
  return nearest.slice(0, SUGGESTIONS_MAX).map((cycle) => cycle.name);
}

/** Most equal leading numbers first, then the smallest difference in the next number, then the higher cycle. */
function byNumber(product: IndexedProduct, meant: readonly number[]): Cycle[] {
  return product.plain
    .map((entry) => {
      const shared = entry.numbers.findIndex((number, at) => number !== meant[at]);
      const equal = shared === -1 ? entry.numbers.length : shared;
      const [own, wanted] = [entry.numbers[equal], meant[equal]];
      return { ...entry, equal, gap: own === undefined || wanted === undefined ? 0 : Math.abs(own - wanted) };
    })
    .sort((a, b) => b.equal - a.equal || a.gap - b.gap || compareVersions(b.numbers, a.numbers))
    .map(({ cycle }) => cycle);
}

/** Fewest edits to the name, the codename or its first word; the listed order, newest first, among equals. */
function byText(product: IndexedProduct, meant: string): Cycle[] {
  return product.product.cycles
    .map((cycle) => ({ cycle, edits: Math.min(...namesOf(cycle).map((name) => distance(meant, name))) }))
    .sort((a, b) => a.edits - b.edits)
    .map(({ cycle }) => cycle);
}

function namesOf(cycle: Cycle): string[] {
  if (cycle.codename === null) return [cycle.name.toLowerCase()];
  const codename = codenameText(cycle.codename);
  return [cycle.name.toLowerCase(), codename, codename.split(' ', 1)[0] ?? codename];
}

import { letterSet, missingLetters } from '@stackcheck/contract/spelling';
import { distance } from 'fastest-levenshtein';
import { codenameText } from '../products/codenames';
import type { IndexedProduct } from '../products/indexed-product';
import type { Cycle } from '../products/product';
import { SUGGESTIONS_MAX } from './suggest';
import { bareVersion, withHyphens } from '../matching/version-match';
import { compareVersions, leadingNumbers } from '../versions/version-order';

/** Of a hundred cycles one has a longer name; more of an unknown version would only cost time. */
const COMPARED_CHARS_MAX = 32;

/** Those that seem nearest are compared first; what seems no nearer than so many others is not meant. */
const CYCLES_COMPARED_MAX = 64;

/**
 * Up to five cycle names of a product for a version that matches none, closest first. Numbers are compared
 * as numbers (3.15 is next to 3.14, 22.4 is 22.04); before both those that it, or else its beginning, is the beginning of (10 and 10.0.19045 of 10-22h2); words by edits, with the newest cycles first among equals, so that
 * `latest` gives the newest ones. Fewer than five only when the product has fewer cycles.
 */
export function suggestCycles(product: IndexedProduct, text: string): readonly string[] {
  const bare = bareVersion(text.slice(0, COMPARED_CHARS_MAX).trim().toLowerCase());
  const digit = /\d/.exec(bare);
  const version = product.words.some((word) => bare.startsWith(word)) && digit ? bare.slice(digit.index) : bare;
  const numbers = leadingNumbers(version);
  const nearest =
    numbers !== undefined && product.plain.length > 0 ? byNumber(product, numbers) : byText(product, bare);
  const parts = version === '' ? [] : partsOf(product, withHyphens(version));
  return [...new Set([...parts, ...nearest].map((cycle) => cycle.name))].slice(0, SUGGESTIONS_MAX);
}

/**
 * The cycles that a version is divided into, in the listed order; where it is divided into none, those of its first two groups, or of
 * its first number: 11-24h2-e and 11-24h2-w of `11 24H2 Pro`.
 */
function partsOf(product: IndexedProduct, version: string): readonly Cycle[] {
  const parts = partsByBeginning(product);
  const divided = [version, ...(/^((\d+)[-.][^-.]+)/.exec(version) ?? [])].find((start) => parts.has(start));
  return divided === undefined ? [] : parts.get(divided)!;
}

/** Made once per product of a snapshot, as `written` is. */
const partsOfProducts = new WeakMap<IndexedProduct, ReadonlyMap<string, readonly Cycle[]>>();

/** Whole groups that names of cycles begin with, and whole names → the first of these cycles, in the listed order. */
function partsByBeginning(product: IndexedProduct): ReadonlyMap<string, readonly Cycle[]> {
  const known = partsOfProducts.get(product);
  if (known !== undefined) return known;
  const parts = new Map<string, Cycle[]>();
  for (const [name, cycle] of product.names) {
    for (let end = name.indexOf('-'); ; end = name.indexOf('-', end + 1)) {
      const start = end < 0 ? name : name.slice(0, end);
      const begun = parts.get(start);
      if (begun === undefined) parts.set(start, [cycle]);
      else if (begun.length < SUGGESTIONS_MAX) begun.push(cycle);
      if (end < 0) break;
    }
  }
  partsOfProducts.set(product, parts);
  return parts;
}

/** Most equal leading numbers first, then the smallest difference in the next number, then the higher cycle. */
function byNumber({ plain }: IndexedProduct, meant: readonly number[]): readonly Cycle[] {
  const nearest = new Nearest<NumberedCycle>(
    (a, b) => b.equal - a.equal || a.gap - b.gap || compareVersions(b.numbers, a.numbers) || a.at - b.at,
  );
  // From the highest on: of those that are lower than the version, none is nearer than the ones before it.
  for (let at = plain.length - 1; at >= 0; at--) {
    const { cycle, numbers } = plain[at]!;
    let equal = 0;
    while (equal < numbers.length && numbers[equal] === meant[equal]) equal++;
    const [own, wanted] = [numbers[equal], meant[equal]];
    const above = own === undefined || wanted === undefined ? 0 : own - wanted;
    const gap = Math.abs(above);
    const { last } = nearest;
    if (last === undefined || equal > last.equal || (equal === last.equal && gap <= last.gap)) {
      nearest.add({ cycle, numbers, at, equal, gap });
    } else if (equal < last.equal && above < 0) break;
  }
  return nearest.kept.map(({ cycle }) => cycle);
}

interface NumberedCycle {
  readonly cycle: Cycle;
  readonly numbers: readonly number[];
  /** Where it stands, lowest first. */
  readonly at: number;
  /** How many leading numbers are those that were meant. */
  readonly equal: number;
  readonly gap: number;
}

/** Fewest edits to the name, the codename or its first word; the listed order, newest first, among equals. */
function byText(product: IndexedProduct, meant: string): readonly Cycle[] {
  const nearest = new Nearest<EditedCycle>((a, b) => a.edits - b.edits || a.at - b.at);
  let compared = 0;
  for (const [least, candidates] of candidatesOf(product, meant).entries()) {
    for (const { cycle, at, names } of candidates ?? []) {
      if (least > (nearest.last?.edits ?? Infinity) || compared === CYCLES_COMPARED_MAX) {
        return nearest.kept.map((kept) => kept.cycle);
      }
      compared += 1;
      nearest.add({ cycle, at, edits: Math.min(...names.map((name) => distance(meant, name.text))) });
    }
  }
  return nearest.kept.map(({ cycle }) => cycle);
}

interface EditedCycle {
  readonly cycle: Cycle;
  /** Where it is listed. */
  readonly at: number;
  readonly edits: number;
}

/** By how many edits there are at least, seen without comparing: by the lengths, and by letters that only one of the two has. */
function candidatesOf(product: IndexedProduct, meant: string): readonly (readonly WrittenCycle[] | undefined)[] {
  const letters = letterSet(meant);
  const candidates: WrittenCycle[][] = [];
  for (const written of writtenCycles(product)) {
    let least = Infinity;
    for (const name of written.names) {
      const byLength = Math.abs(meant.length - name.text.length);
      const byLetters = Math.max(missingLetters(letters, name.letters), missingLetters(name.letters, letters));
      least = Math.min(least, Math.max(byLength, byLetters));
    }
    (candidates[least] ??= []).push(written);
  }
  return candidates;
}

interface WrittenName {
  readonly text: string;
  readonly letters: number;
}

interface WrittenCycle {
  readonly cycle: Cycle;
  readonly at: number;
  readonly names: readonly WrittenName[];
}

/** Made once per product of a snapshot: a batch may ask fifty times. */
const written = new WeakMap<IndexedProduct, readonly WrittenCycle[]>();

function writtenCycles(product: IndexedProduct): readonly WrittenCycle[] {
  let known = written.get(product);
  if (known === undefined) {
    known = product.product.cycles.map((cycle, at) => ({
      cycle,
      at,
      names: namesOf(cycle).map((name) => {
        const text = name.slice(0, COMPARED_CHARS_MAX);
        return { text, letters: letterSet(text) };
      }),
    }));
    written.set(product, known);
  }
  return known;
}

function namesOf(cycle: Cycle): string[] {
  if (cycle.codename === null) return [cycle.name.toLowerCase()];
  const codename = codenameText(cycle.codename);
  return [cycle.name.toLowerCase(), codename, codename.split(' ', 1)[0] ?? codename];
}

/** The five that come first in an order, and of equals those that were added first. */
class Nearest<Entry> {
  readonly kept: Entry[] = [];

  constructor(private readonly compare: (a: Entry, b: Entry) => number) {}

  /** The one that a closer one would replace; undefined while there is room. */
  get last(): Entry | undefined {
    return this.kept[SUGGESTIONS_MAX - 1];
  }

  add(entry: Entry): void {
    const { last, kept } = this;
    if (last !== undefined && this.compare(entry, last) >= 0) return;
    let at = last === undefined ? kept.length : kept.length - 1;
    for (; at > 0 && this.compare(entry, kept[at - 1]!) < 0; at--) kept[at] = kept[at - 1]!;
    kept[at] = entry;
  }
}

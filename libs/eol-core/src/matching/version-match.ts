import { codenameText } from '../products/codenames';
import type { IndexedProduct } from '../products/indexed-product';
import { modernJdkVersion } from '../versions/jdk';
import type { Cycle } from '../products/product';
import { listedName } from '../versions/version-names';
import { leadingNumbers, plainNumbers } from '../versions/version-order';

/**
 * The release cycle that a version belongs to, or undefined when it belongs to none that is listed. The
 * longest cycle name wins that the version starts with and that is not followed by a digit: 3.11.4 is 3.11, 3.110 is
 * not. Blanks count as the hyphens of a whole name (`2012 R2` is 2012-r2). Never the nearest cycle, never a range, never numeric coercion (22.4 is not 22.04).
 */
export function matchVersion(product: IndexedProduct, version: string): Cycle | undefined {
  const text = version.trim().toLowerCase();
  const bare = bareVersion(text);
  // A cycle may itself be named as a prefix that is stripped elsewhere.
  const named = bare === text ? undefined : product.names.get(text);
  return named ?? longestPrefix(product, bare) ?? rewritten(product, bare) ?? spelledOut(product, bare);
}

/**
 * The longest cycle name that a bare, lower-cased version starts with and that is not followed by a digit. The whole
 * version counts as a prefix of itself, so an exact name always wins, also one that is written with blanks for its hyphens: `2012 r2 standard`
 * is not `2012`. Undefined where the version is of a line that is not listed next to that cycle.
 */
export function longestPrefix(product: IndexedProduct, bare: string): Cycle | undefined {
  const said = withHyphens(bare);
  const text = (product.isSpoken ? listedName(product.product.id, said) : undefined) ?? said;
  for (const length of product.nameLengths) {
    if (length > text.length || isDigit(text.charCodeAt(length))) continue;
    const name = length === text.length ? text : text.slice(0, length);
    const cycle = product.names.get(name);
    if (cycle !== undefined) return isOfUnlistedLine(product, cycle, name, text) ? undefined : cycle;
  }
  return undefined;
}

/**
 * Whether a version is of a line that a cycle does not stand for, though its name begins with that of the cycle: of a maintenance line
 * next to a cycle that goes on (Jenkins 2.289.3, where `2` is the weekly 2.578 and 2.568 a line of three numbers), or a release of a cycle
 * each of whose releases is listed by itself, from `.0` on (FreeBSD 14.5).
 */
function isOfUnlistedLine(product: IndexedProduct, cycle: Cycle, name: string, text: string): boolean {
  if (text.charCodeAt(name.length) !== DOT || !isDigit(text.charCodeAt(name.length + 1))) return false;
  const narrower = product.under.get(name);
  if (narrower === undefined) return false;
  if (product.names.has(`${name}.0`)) return true;
  const said = leadingNumbers(text)!.length;
  const own = plainNumbers(cycle.latest?.name ?? '')?.length ?? said;
  return said > own && narrower.some(({ latest }) => (plainNumbers(latest?.name ?? '')?.length ?? 0) >= said);
}

/** A version with hyphens for its blanks, as names of cycles are written. */
export function withHyphens(bare: string): string {
  return /\s/.test(bare) ? bare.replaceAll(/\s+/g, '-') : bare;
}

/** A trimmed, lower-cased version without a leading `v` and without a package epoch (`5:7.0.15` → `7.0.15`). */
export function bareVersion(text: string): string {
  const start = text.charCodeAt(0) === LETTER_V && isDigit(text.charCodeAt(1)) ? 1 : 0;
  if (!text.includes(':')) return start === 0 ? text : text.slice(1);
  return text.slice(start).replace(/^\d+:(?=\d)/, '');
}

/** Other spellings of the same version: `1.8.0_392` of a JDK, a whole codename or its first word, 9 for 9.0. */
function rewritten(product: IndexedProduct, bare: string): Cycle | undefined {
  return modernJdk(product, bare) ?? byCodename(product, bare) ?? product.withoutZeros.get(bare);
}

/** The cycle of an old-style JDK version. */
export function modernJdk(product: IndexedProduct, bare: string): Cycle | undefined {
  const modern = product.isJdk ? modernJdkVersion(bare) : undefined;
  return modern === undefined ? undefined : longestPrefix(product, modern);
}

/** The cycle whose codename, or whose codename's first word, this is. */
export function byCodename(product: IndexedProduct, bare: string): Cycle | undefined {
  return product.codenames.size === 0 ? undefined : product.codenames.get(codenameText(bare));
}

/** Versions with words around them: `go1.22.3`, `PHP 8.2`, `Debian GNU/Linux 12 (bookworm)`. */
function spelledOut(product: IndexedProduct, bare: string): Cycle | undefined {
  if (isDigit(bare.charCodeAt(0))) return undefined;
  const rest = afterProductWord(product, bare);
  if (rest === undefined) return byCodenameInside(product, bare);
  if (isDigit(rest.charCodeAt(0))) return longestPrefix(product, rest) ?? rewritten(product, rest);
  // Without a number only a whole name is safe: "nexus something" is not the cycle "s".
  return product.names.get(rest) ?? byCodename(product, rest) ?? byCodenameInside(product, rest);
}

/** What follows the product's own name at the start of a version; undefined when it does not start with it. */
function afterProductWord(product: IndexedProduct, bare: string): string | undefined {
  for (const word of product.words) {
    if (!bare.startsWith(word)) continue;
    const rest = bare.slice(word.length);
    const separated = rest.replace(/^[\s\-_/:+=]+/, '');
    const joined = separated.length === rest.length;
    // "ros-2" does not stand before "0.1" in "ros-20.1".
    const splits = joined ? isDigit(rest.charCodeAt(0)) && !isDigit(word.charCodeAt(word.length - 1)) : true;
    if (splits && separated !== '') return bareVersion(separated);
  }
  return undefined;
}

/** The one cycle that the codenames in a text name, if its numbers name no other. */
function byCodenameInside(product: IndexedProduct, bare: string): Cycle | undefined {
  if (product.codenames.size === 0) return undefined;
  let named: Cycle | undefined;
  let numbered: Cycle | undefined;
  for (const word of bare.split(/[^\p{L}\p{N}.]+/u)) {
    if (word === '') continue;
    const digit = isDigit(word.charCodeAt(0));
    const cycle = digit ? longestPrefix(product, word) : product.codenames.get(word);
    if (cycle === undefined) continue;
    const before = digit ? numbered : named;
    if (before !== undefined && before !== cycle) return undefined;
    if (digit) numbered = cycle;
    else named = cycle;
  }
  return numbered === undefined || numbered === named ? named : undefined;
}

const LETTER_V = 'v'.charCodeAt(0);
const DOT = '.'.charCodeAt(0);

/** True for the code of an ASCII digit; NaN (past the end) is none. */
function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

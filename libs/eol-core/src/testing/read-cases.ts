import type { Product } from '../products/product';
import { makeCycle, makeProduct } from './make-product';

/** One line of a `.cases.txt` file: a product, a version, and the expected words. */
export interface Case {
  readonly product: string;
  readonly version: string;
  readonly expected: string;
}

/** The products and cases of a `.cases.txt` file. */
export interface Cases {
  readonly products: readonly Product[];
  readonly cases: readonly Case[];
}

/**
 * Reads a case file. `product <id> [= <label>[ / <alias>] …] : <cycle> …` declares a product, where a cycle is a name, then `=` and its
 * newest version, then `!` when it has ended, then `(<codename>)` with `_` for blanks; every other line is `<product> | <version> | <expected>`, where
 * `'…'` keeps outer blanks. `#` starts a comment line.
 */
export function readCases(text: string): Cases {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [declared, asked] = [lines.filter(isProduct), lines.filter((line) => !isProduct(line))];
  return { products: declared.map(readProduct), cases: asked.map(readCase) };
}

function isProduct(line: string): boolean {
  return line.startsWith('product ');
}

function readProduct(line: string): Product {
  const [, id, label, cycles] = /^product (\S+)(?: = (.+?))? : (.+)$/.exec(line) ?? [];
  if (id === undefined || cycles === undefined) throw new Error(`not a product line: ${line}`);
  const read = cycles.split(' ').map((cycle) => {
    const [, name, latest, ended, codename] = /^([^!()=]+)(?:=([^!()]+))?(!)?(?:\((.+)\))?$/.exec(cycle) ?? [];
    if (name === undefined) throw new Error(`not a cycle: ${cycle}`);
    return makeCycle(name, {
      isEol: ended === '!',
      codename: codename?.replaceAll('_', ' ') ?? null,
      latest: latest === undefined ? null : { name: latest, date: null, link: null },
    });
  });
  const [shown = id, ...aliases] = label?.split(' / ') ?? [];
  return makeProduct(id, read, { label: shown, aliases });
}

function readCase(line: string): Case {
  const [product, version, expected, more] = line.split(' | ').map((part) => part.trim());
  if (product === undefined || version === undefined || expected === undefined || more !== undefined) {
    throw new Error(`not a case: ${line}`);
  }
  return { product, version: version.replace(/^'(.*)'$/, '$1'), expected };
}

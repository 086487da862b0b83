import type { Cycle, Product } from './product';
import { codenamesOf } from './codenames';
import { jdkWords } from '../versions/jdk';
import { isSpoken } from '../versions/version-names';
import { releasesOf, type Release } from './releases';
import { compareVersions, plainNumbers } from '../versions/version-order';

/** A cycle whose name is nothing but numbers, with these numbers. */
export interface PlainCycle {
  readonly cycle: Cycle;
  readonly numbers: readonly number[];
}

/** A product with all that matching needs, computed once per snapshot. Maps, because ids and versions are untrusted. */
export interface IndexedProduct {
  readonly product: Product;
  /** Lower-cased cycle name → cycle. */
  readonly names: ReadonlyMap<string, Cycle>;
  /** The distinct lengths of these names, longest first: the only places where a prefix can end. */
  readonly nameLengths: readonly number[];
  /** A name without its trailing `.0` groups → the cycle, where no other cycle bears that shorter name. */
  readonly withoutZeros: ReadonlyMap<string, Cycle>;
  /** Lower-cased codename, or its first word → the one cycle it names. */
  readonly codenames: ReadonlyMap<string, Cycle>;
  /** Words that may stand before a version (`go1.22`, `PHP 8.2`), lower-cased, longest first. */
  readonly words: readonly string[];
  /** True for Java development kits, whose old versions are written `1.8.0_392`. */
  readonly isJdk: boolean;
  /** True where people call its versions otherwise than its cycles are named (`listedName`). */
  readonly isSpoken: boolean;
  /** Plainly numeric cycles, lowest first. */
  readonly plain: readonly PlainCycle[];
  /** `3` → the plain cycles named `3.…`, lowest first. */
  readonly under: ReadonlyMap<string, readonly Cycle[]>;
  /** First number → the lowest plain cycle with it that has no others under it. */
  readonly lowestOfMajor: ReadonlyMap<number, PlainCycle>;
  /** All cycles with what their names say, in the order of the snapshot. */
  readonly releases: readonly Release[];
}

/**
 * What matching needs from a product, computed when it is first asked for: a new snapshot is taken up in a moment, and most
 * products are asked for seldom.
 */
export function indexProduct(product: Product): IndexedProduct {
  return new LazilyIndexed(product);
}

type Matching = Omit<IndexedProduct, 'product' | 'names' | 'releases' | 'isSpoken'>;

class LazilyIndexed implements IndexedProduct {
  readonly isSpoken: boolean;
  private knownNames: IndexedProduct['names'] | undefined;
  private knownReleases: IndexedProduct['releases'] | undefined;
  private known: Matching | undefined;

  constructor(readonly product: Product) {
    this.isSpoken = isSpoken(product.id);
  }

  /** By themselves: the image table asks for those of many products, and for nothing else of them. */
  get names(): IndexedProduct['names'] {
    return (this.knownNames ??= firstOf(this.product.cycles.map((cycle) => [cycle.name.toLowerCase(), cycle])));
  }

  /** By themselves: only an upgrade asks for them. */
  get releases(): IndexedProduct['releases'] {
    return (this.knownReleases ??= releasesOf(this.product));
  }

  private get matching(): Matching {
    return (this.known ??= matchingOf(this.product, this.names));
  }

  get nameLengths(): Matching['nameLengths'] {
    return this.matching.nameLengths;
  }

  get withoutZeros(): Matching['withoutZeros'] {
    return this.matching.withoutZeros;
  }

  get codenames(): Matching['codenames'] {
    return this.matching.codenames;
  }

  get words(): Matching['words'] {
    return this.matching.words;
  }

  get isJdk(): Matching['isJdk'] {
    return this.matching.isJdk;
  }

  get plain(): Matching['plain'] {
    return this.matching.plain;
  }

  get under(): Matching['under'] {
    return this.matching.under;
  }

  get lowestOfMajor(): Matching['lowestOfMajor'] {
    return this.matching.lowestOfMajor;
  }
}

function matchingOf(product: Product, names: IndexedProduct['names']): Matching {
  const jdk = jdkWords(product.id);
  const plain = plainCycles(product.cycles);
  const under = cyclesUnder(plain);
  return {
    nameLengths: [...new Set([...names.keys()].map((name) => name.length))]
      .filter((length) => length > 0)
      .sort((a, b) => b - a),
    withoutZeros: withoutZeros(names),
    codenames: codenamesOf(product.cycles),
    words: productWords(product, jdk),
    isJdk: jdk.length > 0,
    plain,
    under,
    lowestOfMajor: firstOf(
      plain.filter(({ cycle }) => !under.has(cycle.name)).map((entry) => [entry.numbers[0] ?? 0, entry]),
    ),
  };
}

/** A map in which the first of equal keys stays. */
function firstOf<K, V>(entries: readonly (readonly [K, V])[]): Map<K, V> {
  const map = new Map<K, V>();
  for (const [key, value] of entries) if (!map.has(key)) map.set(key, value);
  return map;
}

function withoutZeros(names: ReadonlyMap<string, Cycle>): Map<string, Cycle> {
  const shortened = [...names].map(([name, cycle]) => [name.replace(/(?:\.0)+$/, ''), cycle] as const);
  return firstOf(shortened.filter(([name]) => !names.has(name)));
}

function productWords(product: Product, jdk: readonly string[]): string[] {
  const words = [product.id, product.id.replaceAll('-', ' '), product.label, ...product.aliases, ...jdk];
  const distinct = new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''));
  return [...distinct].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

function plainCycles(cycles: readonly Cycle[]): PlainCycle[] {
  const plain: PlainCycle[] = [];
  for (const cycle of cycles) {
    const numbers = plainNumbers(cycle.name);
    if (numbers !== undefined) plain.push({ cycle, numbers });
  }
  return plain.sort((a, b) => compareVersions(a.numbers, b.numbers));
}

function cyclesUnder(plain: readonly PlainCycle[]): Map<string, readonly Cycle[]> {
  const under = new Map<string, Cycle[]>();
  for (const { cycle } of plain) {
    for (let dot = cycle.name.indexOf('.'); dot !== -1; dot = cycle.name.indexOf('.', dot + 1)) {
      const short = cycle.name.slice(0, dot);
      const known = under.get(short);
      if (known === undefined) under.set(short, [cycle]);
      else known.push(cycle);
    }
  }
  return under;
}

import type { FloatRow, ImageRow, ImageTableRow, WordRow } from './image-table-row';
import { FURTHER_JDKS } from './known-words';
import { SystemNames } from './misspelt-words';

/** What the parser must know of the dataset in addition to the table: names of products and of their cycles. */
export interface NamedProducts {
  /** Product id of an id or alias; null when there is none. */
  productNamed(name: string): string | null;
  /** True when the product has a cycle of exactly this name (lower case). */
  hasCycle(product: string, cycle: string): boolean;
}

/** A base operating system's release as a word of tags. */
export interface NamedRelease {
  readonly product: string;
  readonly cycle: string;
}

/** The image table made ready for look-ups. All of them are maps, since the keys come from callers. */
export interface ImageTable {
  readonly products: NamedProducts;
  readonly images: ReadonlyMap<string, ImageRow>;
  /** By parent path, for rows that stand for all names below it. */
  readonly folders: ReadonlyMap<string, ImageRow>;
  readonly mirrors: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, WordRow>;
  readonly vendors: ReadonlyMap<string, string | null>;
  readonly jdks: ReadonlySet<string>;
  readonly osReleases: ReadonlyMap<string, NamedRelease>;
  /** What a word that is none of these may be a slip of. */
  readonly systemNames: SystemNames;
  /** Product → word → cycle. */
  readonly releases: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The same the other way round: product → cycle → its words. */
  readonly cycleWords: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** Product → short version → its exceptions, those that need another word first. */
  readonly floats: ReadonlyMap<string, ReadonlyMap<string, readonly FloatRow[]>>;
}

/** Builds the look-ups from the published rows. Of equal keys the last row counts. */
export function readImageTable(rows: readonly ImageTableRow[], products: NamedProducts): ImageTable {
  const images = new Map<string, ImageRow>();
  const folders = new Map<string, ImageRow>();
  const mirrors = new Map<string, string>();
  const words = new Map<string, WordRow>();
  const vendors = new Map<string, string | null>();
  const jdks = new Set<string>(FURTHER_JDKS);
  const osReleases = new Map<string, NamedRelease>();
  const releases = new Map<string, Map<string, string>>();
  const floats = new Map<string, Map<string, FloatRow[]>>();

  for (const row of rows) {
    switch (row.kind) {
      case 'image':
        if (row.image.endsWith('/*')) folders.set(row.image.slice(0, -2), row);
        else images.set(row.image, row);
        break;
      case 'mirror':
        mirrors.set(row.image, row.of);
        break;
      case 'word':
        words.set(row.word, row);
        break;
      case 'vendor':
        vendors.set(row.word, row.product);
        if (row.product !== null) jdks.add(row.product);
        break;
      case 'release':
        if (row.baseOs) osReleases.set(row.word, { product: row.product, cycle: row.cycle });
        entry(releases, row.product, () => new Map<string, string>()).set(row.word, row.cycle);
        break;
      case 'float': {
        const rules = entry(
          entry(floats, row.product, () => new Map<string, FloatRow[]>()),
          row.version,
          () => [],
        );
        if (row.with === null) rules.push(row);
        else rules.unshift(row);
        break;
      }
    }
  }
  const systemNames = new SystemNames(systemsIn(words, osReleases));
  const cycleWords = new Map([...releases].map(([product, named]) => [product, wordsByCycle(named)]));
  const tags = { words, vendors, jdks, osReleases, systemNames, releases, cycleWords, floats };
  return { products, images, folders, mirrors, ...tags };
}

function wordsByCycle(cycles: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  for (const [word, cycle] of cycles) entry(words, cycle, (): string[] => []).push(word);
  return words;
}

function* systemsIn(
  words: ReadonlyMap<string, WordRow>,
  releases: ReadonlyMap<string, NamedRelease>,
): Generator<readonly [name: string, product: string]> {
  for (const [name, { product }] of releases) yield [name, product];
  for (const [name, { role, product }] of words) if (role === 'base_os' && product !== null) yield [name, product];
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

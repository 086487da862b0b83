import {
  GENERAL_WORDS,
  KNOWN_FLOATS,
  KNOWN_IMAGES,
  KNOWN_MIRRORS,
  KNOWN_VENDORS,
  KNOWN_WORDS,
  NODE_RELEASES,
  PREFERS_DOT_ZERO,
  SHARED_IMAGES,
  WINDOWS_RELEASES,
  YEARS_DO_NOT_FLOAT,
  image,
  type FloatRow,
  type ImageRow,
  type ImageTableRow,
  type ReleaseRow,
} from '@stackcheck/image-parser/table';

import { codenamesOf } from '../../products/codenames';
import type { Product } from '../../products/product';

/** Systems whose codenames are words in the tags of other images. */
const BASE_SYSTEMS: ReadonlySet<string> = new Set(['debian', 'ubuntu']);

/**
 * The image table of a snapshot: the images that the dataset itself lists, the hand-kept rows, and the codenames of the
 * data as a vocabulary. Plain JSON in one order, the same for the same products in any order, so that its canonical hash
 * can be signed with the snapshot.
 */
export function imageTableRows(products: readonly Product[]): readonly ImageTableRow[] {
  return inTableOrder(collectImageRows(products));
}

/** The rows as they are found, one after the other; of those with equal keys the last one counts. */
export function* collectImageRows(products: readonly Product[]): Generator<ImageTableRow, void, void> {
  const sorted = [...products].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const byId = new Map(sorted.map((product) => [product.id, product]));
  // Hand-kept rows over the data's.
  for (const product of sorted) yield* product.images.map((name) => image(product.id, name));
  yield* KNOWN_IMAGES;
  yield* sharedImages(byId);
  yield* KNOWN_MIRRORS;
  yield* KNOWN_WORDS;
  yield* KNOWN_VENDORS;
  for (const product of sorted) yield* releasesOf(product);
  yield* NODE_RELEASES;
  yield* WINDOWS_RELEASES;
  for (const id of PREFERS_DOT_ZERO) yield* dotZeroFloats(byId.get(id));
  for (const id of YEARS_DO_NOT_FLOAT) yield* yearFloats(byId.get(id));
  yield* KNOWN_FLOATS;
}

/** The rows that count, in the table's order. */
export function inTableOrder(rows: Iterable<ImageTableRow>): readonly ImageTableRow[] {
  const byKey = new Map<string, ImageTableRow>();
  for (const row of rows) byKey.set(keyOf(row), row);
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** What makes a row the only one of its kind. */
function keyOf(row: ImageTableRow): string {
  switch (row.kind) {
    case 'image':
    case 'mirror':
      return JSON.stringify([row.kind, row.image]);
    case 'word':
    case 'vendor':
      return JSON.stringify([row.kind, row.word]);
    case 'release':
      return JSON.stringify([row.kind, row.product, row.word]);
    case 'float':
      return JSON.stringify([row.kind, row.product, row.version, row.with ?? '']);
  }
}

function sharedImages(byId: ReadonlyMap<string, Product>): readonly ImageRow[] {
  return SHARED_IMAGES.flatMap(({ images, product, variant }) => {
    const names = (byId.get(variant.product)?.cycles ?? []).map((cycle) => cycle.name.toLowerCase());
    // A major that both products list (SonarQube 9) says nothing.
    const common = new Set((byId.get(product)?.cycles ?? []).map((cycle) => majorOf(cycle.name)));
    const majors = [...new Set(names.map(majorOf))].filter((major) => !common.has(major)).sort();
    const words = names.map((name) => `${variant.prefix ?? ''}${name}`);
    return images.map((name) =>
      image(product, name, {
        variants: [
          {
            product: variant.product,
            words: [...variant.words, ...(variant.cyclesAre === 'words' ? words : [])].sort(),
            majors: variant.cyclesAre === 'majors' ? majors : [],
          },
        ],
      }),
    );
  });
}

/** Codenames of one word, and cycles that are words themselves (`humble`). */
function releasesOf(product: Product): readonly ReleaseRow[] {
  const baseOs = BASE_SYSTEMS.has(product.id);
  const words = new Map([...codenamesOf(product.cycles)].map(([word, cycle]) => [word, cycle.name]));
  for (const { name } of product.cycles) words.set(name.toLowerCase(), name);
  return [...words]
    .filter(([word]) => /^[a-z][a-z0-9]*$/.test(word) && !GENERAL_WORDS.has(word))
    .map(([word, cycle]) => ({ kind: 'release', product: product.id, word, cycle, baseOs }));
}

/** `7` is 7.0 for every major that has a `.0` cycle. */
function dotZeroFloats(product: Product | undefined): readonly FloatRow[] {
  const cycles = (product?.cycles ?? []).filter((cycle) => /^\d+\.0$/.test(cycle.name));
  return cycles.map(({ name }) => float(product!.id, majorOf(name), null, name));
}

/** A year alone stays open; with the word `lta` it is the year's first cycle, which gets long-term support. */
function yearFloats(product: Product | undefined): readonly FloatRow[] {
  const first = (product?.cycles ?? []).filter((cycle) => /^20\d\d\.1$/.test(cycle.name));
  return first.flatMap(({ name }) => [
    float(product!.id, majorOf(name), null, null),
    float(product!.id, majorOf(name), 'lta', name),
  ]);
}

function float(product: string, version: string, withWord: string | null, cycle: string | null): FloatRow {
  return { kind: 'float', product, version, with: withWord, cycle };
}

function majorOf(name: string): string {
  return name.split('.', 1)[0]!.toLowerCase();
}

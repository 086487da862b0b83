import { listedImage } from './find-row';
import type { ImageTable } from './image-table';
import type { FloatRow, ImageRow } from './image-table-row';
import { ANY_JAVA } from './known-words';
import { readTag, type TagContext, type TagReading } from './tag-words';
import type { ImagePart, ImageReference } from './types';

/**
 * The parts that an image consists of as far as its reference shows: always one `image` part first, then the runtimes
 * and the base systems that the tag or the repository's name states. No cycle is looked up here.
 * @param listed the image where it was looked up already
 */
export function toParts(
  reference: ImageReference,
  table: ImageTable,
  listed = listedImage(reference, table),
): readonly ImagePart[] {
  const { name, row } = listed;
  const segment = name.slice(name.lastIndexOf('/') + 1);
  if (row === undefined) return partsByName(reference.tag, segment, table);
  if (row.readsName) return partsWithName(row, reference.tag, segment, table);

  const context = contextOf(row, productOf(row, reference.tag));
  const reading = readTagOrNone(reference.tag, context, table);
  const product = productByMajor(row, context.product, reading.version);
  if (product === context.product) return assemble(row, product, reading, reference.tag, table);
  const again = readTagOrNone(reference.tag, { ...context, product }, table);
  return assemble(row, product, again, reference.tag, table);
}

/** No row: the last path segment may be a product's id or alias, as a whole. */
function partsByName(tag: string | null, segment: string, table: ImageTable): readonly ImagePart[] {
  const product = table.products.productNamed(segment);
  const context = { product, java: null, leadingRevision: false, isName: false };
  const reading = readTagOrNone(tag, context, table);
  const image = imagePart(product, product === null ? null : 'repository_name', reading);
  return [withFloat(image, tag, table), ...reading.runtimes, ...reading.baseSystems];
}

/** The repository's name says what it holds; what it ships above its base system is the image. */
function partsWithName(row: ImageRow, tag: string | null, segment: string, table: ImageTable): readonly ImagePart[] {
  const inName = readTag(segment, { ...contextOf(row, row.product), isName: true }, table);
  const inTag = readTagOrNone(tag, contextOf(row, row.product), table);
  if (row.product !== null) {
    const image = imageOf(row, row.product, inTag, tag, table);
    return [image, ...inName.runtimes, ...firstOf(inName.baseSystems, inTag.baseSystems)];
  }
  const [runtime, ...otherRuntimes] = inName.runtimes;
  if (runtime !== undefined) {
    return [shipped(runtime), ...otherRuntimes, ...firstOf(inName.baseSystems, inTag.baseSystems)];
  }
  const language = languageIn(segment, row, table);
  if (language === null) {
    const [system] = inName.baseSystems;
    if (system !== undefined) return [shipped(system)];
  }
  const own = readTagOrNone(tag, contextOf(row, language), table);
  const image = imagePart(language, language === null ? null : 'known_image', own);
  return [image, ...own.runtimes, ...firstOf(inName.baseSystems, own.baseSystems)];
}

/** The language that a name begins with whose version stands in the tag: `nodejs-debian12`, `java`. */
function languageIn(segment: string, row: ImageRow, table: ImageTable): string | null {
  const meaning = table.words.get(segment.split('-', 1)[0]!);
  if (meaning?.role !== 'runtime') return null;
  return meaning.product === ANY_JAVA ? row.java : meaning.product;
}

function shipped(part: ImagePart): ImagePart {
  return { ...part, role: 'image', matchedBy: part.product === null ? null : 'known_image' };
}

function firstOf(first: readonly ImagePart[], second: readonly ImagePart[]): readonly ImagePart[] {
  return first.length > 0 ? first : second;
}

function assemble(
  row: ImageRow,
  product: string | null,
  reading: TagReading,
  tag: string | null,
  table: ImageTable,
): readonly ImagePart[] {
  return [imageOf(row, product, reading, tag, table), ...reading.runtimes, ...reading.baseSystems];
}

/** The image part of a row: the tag's version, or the one that the repository's name states. */
function imageOf(
  row: ImageRow,
  product: string | null,
  reading: TagReading,
  tag: string | null,
  table: ImageTable,
): ImagePart {
  const matchedBy = product === null ? null : 'known_image';
  if (row.version !== null && !isWithin(reading.version, row.version)) {
    return { ...imagePart(product, matchedBy, { version: row.version, at: null, cycle: null }), rounding: false };
  }
  const cycle = reading.cycle ?? declaredCycle(row, reading.version);
  const image = imagePart(product, matchedBy, { ...reading, cycle });
  return withFloat(row.rounding ? image : { ...image, rounding: false }, tag, table);
}

/** `9.4` lies within `9`, `90` does not. */
function isWithin(version: string | null, base: string): boolean {
  if (version === null || !version.startsWith(base)) return false;
  return version.length === base.length || version.charAt(base.length) === '.';
}

function declaredCycle(row: ImageRow, version: string | null): string | null {
  if (version === null) return null;
  for (const [said, cycle] of row.versions) if (said === version) return cycle;
  return null;
}

/** Applies a declared exception to a short version. */
function withFloat(part: ImagePart, tag: string | null, table: ImageTable): ImagePart {
  if (part.product === null || part.version === null || part.cycle !== null || tag === null) return part;
  const rules = table.floats.get(part.product);
  if (rules === undefined) return part;
  const bare = part.version.startsWith('v') ? part.version.slice(1) : part.version;
  const rule = rules.get(bare)?.find((one) => one.with === null || hasWord(tag, one.with));
  return rule === undefined ? part : floated(part, rule);
}

function floated(part: ImagePart, rule: FloatRow): ImagePart {
  return rule.cycle === null ? { ...part, rounding: false } : { ...part, cycle: rule.cycle, floating: true };
}

/** A repository that ships several products: the words of the tag decide which. */
function productOf(row: ImageRow, tag: string | null): string | null {
  if (tag === null || row.variants.length === 0) return row.product;
  const variant = row.variants.find((one) => one.words.some((word) => hasWord(tag, word)));
  return variant === undefined ? row.product : variant.product;
}

/** ... or the first number of the version does. */
function productByMajor(row: ImageRow, product: string | null, version: string | null): string | null {
  if (version === null || row.variants.length === 0) return product;
  const dot = version.indexOf('.');
  const major = dot < 0 ? version : version.slice(0, dot);
  return row.variants.find((one) => one.majors.includes(major))?.product ?? product;
}

function hasWord(tag: string, word: string): boolean {
  return `-${tag.toLowerCase()}-`.includes(`-${word}-`);
}

function contextOf(row: ImageRow, product: string | null): TagContext {
  return {
    product,
    java: row.java,
    leadingRevision: row.leadingRevision,
    isName: false,
    ownBuilds: row.readsName,
  };
}

const NOTHING_READ: TagReading = { version: null, at: null, cycle: null, runtimes: [], baseSystems: [] };

function readTagOrNone(tag: string | null, context: TagContext, table: ImageTable): TagReading {
  return tag === null || tag === 'latest' ? NOTHING_READ : readTag(tag, context, table);
}

function imagePart(
  product: string | null,
  matchedBy: ImagePart['matchedBy'],
  { version, at, cycle }: Pick<TagReading, 'version' | 'at' | 'cycle'>,
): ImagePart {
  return { role: 'image', product, version, at, cycle, floating: false, rounding: true, matchedBy };
}

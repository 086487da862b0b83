import type { EolIndex } from '@stackcheck/datasets/eol';
import { toEolCycle, type CheckItem, type Cycle, type Product, type ProductIndex } from '@stackcheck/eol-core';
import { matchItem, suggestionsFor, type IndexedProduct, type MatchedItem } from '@stackcheck/eol-core/matching';
import { upgradeOf } from '@stackcheck/eol-core/upgrades';
import { BoundedMap } from './bounded-map';
import { inString, isPlain } from './text-in-json';

/** What a batch answer says, before it is written. */
export interface CheckReport {
  readonly matched: number;
  readonly items: readonly CheckItem[];
  /** Of each item, what follows what was asked, with the end of the item. */
  readonly said: readonly SaidText[];
}

/** The end of an item of the answer as UTF-8. */
interface SaidText {
  readonly found: boolean;
  readonly json: Uint8Array;
  /** The same in a JSON string; made when a tool first answers with it. */
  inString: Uint8Array | undefined;
}

/** What is said of a cycle on a day. */
interface FoundText {
  readonly today: string;
  readonly text: SaidText;
}

const texts = new WeakMap<Cycle, FoundText>();

/** What is said of what a snapshot does not know, by product and version as asked: the same builds ask for the same versions again. */
const unknownTexts = new WeakMap<object, BoundedMap<string, SaidText>>();
const UNKNOWN_MAX = 1_024;

/**
 * Answers a batch on a day. Fifty cycles as objects, and these as text, take as long as all other computing of the answer, so
 * what is said of a cycle, and of what to move to from it, is written once per day and kept as long as the snapshot that it is
 * of. A cycle is of one product.
 * @param today UTC day, `YYYY-MM-DD`
 */
export function checkReport(
  { products, packages, complete }: Pick<EolIndex, 'products' | 'packages' | 'complete'>,
  items: readonly CheckItem[],
  today: string,
): CheckReport {
  const remembered = unknownTextsOf(products, packages ?? products);
  let matched = 0;
  const said = items.map((item) => {
    const asMatched = matchItem(products, item, packages);
    const { entry, cycle } = asMatched;
    if (!entry || !cycle) return remembered(item, asMatched);
    matched += 1;
    return foundText(entry, cycle, today, complete);
  });
  return { matched, items, said };
}

/**
 * A batch answer with what stands around it, its `data` to the byte what `JSON.stringify` makes of `checkItems`. What is kept of each
 * cycle is copied: put together as strings, the answers under way were most of what the collector had to move.
 */
export function checkBytes(report: CheckReport, before: string, after: string): Buffer {
  const { items, said } = report;
  const pieces: Pieces = {
    head: `${before}{${countsOf(report)},"results":[`,
    asked: items.map((item, index) => askedText(index, item)),
    said,
    ends: said.map(({ json }) => json),
    between: UNKNOWN_LIST,
    tail: `]}${after}`,
  };
  const size = sizeOf(pieces);
  // Not of the pool: with its bytes the thread of the ledger would be sent all the memory that they lie in.
  const bytes = Buffer.allocUnsafeSlow(size);
  const end = writePieces(pieces, bytes, 0);
  if (end !== size) throw new Error(`a batch answer of ${size} bytes was written as ${end}`);
  return bytes;
}

/** Writes the `data` of the same answer as the inside of a JSON string. */
export function writeInString(report: CheckReport, into: Buffer, at: number): number {
  const { items, said } = report;
  const pieces: Pieces = {
    head: `{${inString(countsOf(report))},\\"results\\":[`,
    asked: items.map((item, index) => askedInString(index, item)),
    said,
    ends: said.map((text) => (text.inString ??= Buffer.from(inString(Buffer.from(text.json).toString())))),
    between: inString(UNKNOWN_LIST),
    tail: ']}',
  };
  return writePieces(pieces, into, at);
}

const UNKNOWN_LIST = '],"unknown":[';

function countsOf({ items, matched }: CheckReport): string {
  return `"count":${items.length},"matched":${matched},"unknown_count":${items.length - matched}`;
}

function askedText(index: number, { product, version }: CheckItem): string {
  if (isPlain(product) && isPlain(version)) return `{"index":${index},"product":"${product}","version":"${version}"`;
  return `{"index":${index},"product":${JSON.stringify(product)},"version":${JSON.stringify(version)}`;
}

function askedInString(index: number, item: CheckItem): string {
  const { product, version } = item;
  if (!isPlain(product) || !isPlain(version)) return inString(askedText(index, item));
  return `{\\"index\\":${index},\\"product\\":\\"${product}\\",\\"version\\":\\"${version}\\"`;
}

/** A batch answer in the order in which it is written: the items, and those that are unknown once more. */
interface Pieces {
  readonly head: string;
  readonly asked: readonly string[];
  readonly said: readonly SaidText[];
  readonly ends: readonly Uint8Array[];
  readonly between: string;
  readonly tail: string;
}

function sizeOf({ head, asked, said, ends, between, tail }: Pieces): number {
  let size = Buffer.byteLength(head) + between.length + Buffer.byteLength(tail);
  let unknown = 0;
  asked.forEach((text, index) => {
    const bytes = Buffer.byteLength(text) + ends[index]!.length;
    size += bytes;
    if (said[index]!.found) return;
    size += bytes;
    unknown += 1;
  });
  return size + commas(asked.length) + commas(unknown);
}

function commas(items: number): number {
  return Math.max(0, items - 1);
}

const COMMA = 0x2c;

function writePieces({ head, asked, said, ends, between, tail }: Pieces, into: Buffer, at: number): number {
  const unknown: { readonly start: number; readonly end: number }[] = [];
  let end = at + into.write(head, at);
  asked.forEach((text, index) => {
    if (index > 0) into[end++] = COMMA;
    const start = end;
    end += into.write(text, end);
    into.set(ends[index]!, end);
    end += ends[index]!.length;
    if (!said[index]!.found) unknown.push({ start, end });
  });
  end += into.write(between, end);
  unknown.forEach((item, nth) => {
    if (nth > 0) into[end++] = COMMA;
    into.copyWithin(end, item.start, item.end);
    end += item.end - item.start;
  });
  return end + into.write(tail, end);
}

function foundText(entry: IndexedProduct, cycle: Cycle, today: string, complete: boolean): SaidText {
  const known = texts.get(cycle);
  if (known?.today === today) return known.text;
  const match = JSON.stringify(toEolCycle(cycle, today));
  const upgrade = upgradeOf(entry, cycle, today, { complete });
  const advice = upgrade === undefined ? '' : `,"upgrade":${JSON.stringify(upgrade)}`;
  const text = saidText(true, `${productText(entry.product)},"match":${match}${advice}`);
  texts.set(cycle, { today, text });
  return text;
}

/**
 * To compare a version with all cycles of a product takes as long as a dozen items that are found.
 * @param snapshot lives as long as what is said of it
 */
function unknownTextsOf(products: ProductIndex, snapshot: object): (item: CheckItem, matched: MatchedItem) => SaidText {
  let known = unknownTexts.get(snapshot);
  if (known === undefined) unknownTexts.set(snapshot, (known = new BoundedMap(UNKNOWN_MAX)));
  const texts = known;
  return (item, matched) => {
    // The length shows where the version begins.
    const key = `${item.product.length}:${item.product}${item.version}`;
    let text = texts.get(key);
    if (text === undefined) texts.set(key, (text = unknownText(products, item, matched)));
    return text;
  };
}

function unknownText(products: ProductIndex, item: CheckItem, matched: MatchedItem): SaidText {
  const { entry } = matched;
  const suggestions = `"suggestions":${JSON.stringify(suggestionsFor(products, item, matched))}`;
  const reason = `"reason":"${entry ? 'unknown_version' : 'unknown_product'}",${suggestions}`;
  return saidText(false, entry ? `${productText(entry.product)},${reason}` : reason);
}

function saidText(found: boolean, text: string): SaidText {
  return { found, json: Buffer.from(`,"found":${found},${text}}`), inString: undefined };
}

function productText({ id, label }: Product): string {
  return `"resolved":${JSON.stringify(id)},"label":${JSON.stringify(label)}`;
}

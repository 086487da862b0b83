import type { EolIndex } from '@stackcheck/datasets/eol';
import { toEolCycle, type CheckItem, type Cycle, type Product, type ProductIndex } from '@stackcheck/eol-core';
import { matchItem, suggestionsFor, type IndexedProduct, type MatchedItem } from '@stackcheck/eol-core/matching';
import { upgradeOf } from '@stackcheck/eol-core/upgrades';
import { BoundedMap } from './bounded-map';
import { inString, isPlain, type StringWriter } from './text-in-json';

/** The `data` of a batch answer as JSON. */
export interface CheckText {
  readonly matched: number;
  /** To the byte what `JSON.stringify` makes of `checkItems`. */
  readonly text: string;
  /** Writes the same as the inside of a JSON string. */
  readonly writeInString: StringWriter;
}

/** What is said of a cycle on a day. */
interface FoundText {
  readonly today: string;
  readonly text: string;
  /** The bytes of it in a JSON string, up to the end of its item; made when a tool first answers with it. */
  inString: Uint8Array | undefined;
}

const texts = new WeakMap<Cycle, FoundText>();

/** What is said of what a snapshot does not know, by product and version as asked: the same builds ask for the same versions again. */
const unknownTexts = new WeakMap<object, BoundedMap<string, string>>();
const UNKNOWN_MAX = 1_024;

/**
 * Answers a batch on a day. Fifty cycles as objects, and these as text, take as long as all other computing of the answer, so
 * what is said of a cycle, and of what to move to from it, is written once per day and kept as long as the snapshot that it is
 * of. A cycle is of one product.
 * @param today UTC day, `YYYY-MM-DD`
 */
export function checkText(
  { products, packages, complete }: Pick<EolIndex, 'products' | 'packages' | 'complete'>,
  items: readonly CheckItem[],
  today: string,
): CheckText {
  const remembered = unknownTextsOf(products, packages ?? products);
  const said: (FoundText | string)[] = [];
  const results: string[] = [];
  const unknown: string[] = [];
  for (const item of items) {
    const asMatched = matchItem(products, item, packages);
    const { entry, cycle } = asMatched;
    const found = entry && cycle && foundText(entry, cycle, today, complete);
    const asked = askedText(results.length, item);
    const text = `{${asked},${found?.text ?? remembered(item, asMatched)}}`;
    results.push(text);
    said.push(found ?? text);
    if (found === undefined) unknown.push(text);
  }
  const matched = results.length - unknown.length;
  const counts = `"count":${results.length},"matched":${matched},"unknown_count":${unknown.length}`;
  return {
    matched,
    text: `{${counts},"results":[${results.join(',')}],"unknown":[${unknown.join(',')}]}`,
    writeInString: (into, at) => writeReport({ counts, items, said }, into, at),
  };
}

function askedText(index: number, { product, version }: CheckItem): string {
  return `"index":${index},"product":${JSON.stringify(product)},"version":${JSON.stringify(version)}`;
}

interface SaidReport {
  readonly counts: string;
  readonly items: readonly CheckItem[];
  readonly said: readonly (FoundText | string)[];
}

/** Copies what is kept of each cycle: fifty of them put together as a string would be written a second time, and collected. */
function writeReport({ counts, items, said }: SaidReport, into: Buffer, at: number): number {
  let end = at + into.write(`{${inString(counts)},\\"results\\":[`, at);
  const unknown: string[] = [];
  said.forEach((found, index) => {
    const comma = index === 0 ? '' : ',';
    if (typeof found === 'string') {
      const text = inString(found);
      unknown.push(text);
      end += into.write(comma + text, end);
      return;
    }
    end += into.write(`${comma}{${askedInString(index, items[index]!)}`, end);
    const bytes = (found.inString ??= Buffer.from(`,${inString(found.text)}}`));
    into.set(bytes, end);
    end += bytes.length;
  });
  return end + into.write(`],\\"unknown\\":[${unknown.join(',')}]}`, end);
}

function askedInString(index: number, item: CheckItem): string {
  const { product, version } = item;
  if (!isPlain(product) || !isPlain(version)) return inString(askedText(index, item));
  return `\\"index\\":${index},\\"product\\":\\"${product}\\",\\"version\\":\\"${version}\\"`;
}

function foundText(entry: IndexedProduct, cycle: Cycle, today: string, complete: boolean): FoundText {
  const known = texts.get(cycle);
  if (known?.today === today) return known;
  const match = JSON.stringify(toEolCycle(cycle, today));
  const upgrade = upgradeOf(entry, cycle, today, { complete });
  const advice = upgrade === undefined ? '' : `,"upgrade":${JSON.stringify(upgrade)}`;
  const text = `"found":true,${productText(entry.product)},"match":${match}${advice}`;
  const found: FoundText = { today, text, inString: undefined };
  texts.set(cycle, found);
  return found;
}

/**
 * To compare a version with all cycles of a product takes as long as a dozen items that are found.
 * @param snapshot lives as long as what is said of it
 */
function unknownTextsOf(products: ProductIndex, snapshot: object): (item: CheckItem, matched: MatchedItem) => string {
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

function unknownText(products: ProductIndex, item: CheckItem, matched: MatchedItem): string {
  const { entry } = matched;
  const suggestions = `"suggestions":${JSON.stringify(suggestionsFor(products, item, matched))}`;
  const reason = `"reason":"${entry ? 'unknown_version' : 'unknown_product'}",${suggestions}`;
  return entry ? `"found":false,${productText(entry.product)},${reason}` : `"found":false,${reason}`;
}

function productText({ id, label }: Product): string {
  return `"resolved":${JSON.stringify(id)},"label":${JSON.stringify(label)}`;
}

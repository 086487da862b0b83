import type { CalendarDate } from '@stackcheck/eol-core';
import type { EolCycleRecord, EolProductRecord } from '../records';

/**
 * Reads a hand-written table of products. An unindented line opens a product, the indented ones below it describe it:
 *
 *     nodejs "Node.js" lang
 *       also node
 *       image docker.io/library/node
 *       see https://nodejs.org/en/about/previous-releases
 *       22  2024-04-24  lts 2024-10-29  eoas 2025-10-21  eol 2027-04-30
 *
 * A cycle line is its name, its release date (`-` when unknown) and marks in any order, each at most once:
 * `eol` (required), `eoas` and `lts` with a date, or `yes`/`no` where no date is known; `eoes` with a date;
 * `codename "…"`; `latest <version>` or `latest <version> on <date>`; `link <https url>`. Without `eoas` the cycle has
 * no active-support phase, without `lts` it is no LTS. `#` opens a comment line. README.md beside this file says more.
 *
 * `today` decides the flags that stand beside dates: a phase is over, and an LTS begun, when its date is before it.
 * Throws on anything else, naming the line: a table is source code, so a mistake in it is a defect.
 */
export function parseTable(text: string, today: CalendarDate): readonly EolProductRecord[] {
  const products: OpenProduct[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '' || line.trim().startsWith('#')) return;
    try {
      if (/^\S/.test(line)) return void products.push(openProduct(line));
      const product = products.at(-1);
      if (product === undefined) throw new Error('this line stands before the first product');
      readDetail(product, line, today);
    } catch (cause) {
      throw new Error(`line ${index + 1}, "${line.trim()}": ${(cause as Error).message}`, { cause });
    }
  });
  const empty = products.find((product) => product.cycles.length === 0);
  if (empty) throw new Error(`product "${empty.product}" has no cycle`);
  return products;
}

/** A product while its lines are read. */
type OpenProduct = {
  -readonly [K in keyof EolProductRecord]: EolProductRecord[K] extends readonly (infer T)[] ? T[] : EolProductRecord[K];
};

const PRODUCT_LINE = /^([a-z0-9][a-z0-9-]*) "([^"]+)" ([a-z-]+)\s*$/;

function openProduct(line: string): OpenProduct {
  const [, product, label, category] = PRODUCT_LINE.exec(line) ?? fail('a product line is: id "Label" category');
  if (product === undefined || label === undefined || category === undefined) throw new Error('unreachable');
  const source_url = `https://endoflife.date/${product}`;
  return { product, label, category, aliases: [], images: [], source_url, cycles: [] };
}

function readDetail(product: OpenProduct, line: string, today: CalendarDate): void {
  const [word = '', ...rest] = wordsOf(line);
  if (word === 'also') product.aliases.push(...matching(rest, /^[a-z0-9][a-z0-9_-]*$/, 'alias'));
  else if (word === 'image') product.images.push(...matching(rest, /^[a-z0-9.-]+\.[a-z]+(\/[a-z0-9._-]+)+$/, 'image'));
  else if (word === 'see') product.source_url = one(matching(rest, HTTPS, 'address'));
  else {
    const cycle = toCycle(word, rest, today);
    if (product.cycles.some((known) => known.cycle === cycle.cycle)) fail('the product has this cycle already');
    product.cycles.push(cycle);
  }
}

const HTTPS = /^https:\/\/[^\s/]+\.[a-z]+(\/\S*)?$/;

/** Words of a line; text in double quotes is one word. */
function wordsOf(line: string): readonly string[] {
  const words = line.trim().match(/"[^"]*"|[^\s"]+/g) ?? [];
  if ((line.match(/"/g) ?? []).length % 2 === 1) fail('a quote is not closed');
  return words.map((word) => word.replace(/"/g, ''));
}

/** What a date-or-flag mark says. */
interface Phase {
  readonly from: CalendarDate | null;
  readonly begun: boolean;
}

function toCycle(name: string, words: readonly string[], today: CalendarDate): EolCycleRecord {
  if (!/^[a-z0-9][a-z0-9.+_-]*$/.test(name)) fail(`"${name}" is no cycle name`);
  const [released = fail('the release date is missing'), ...marks] = words;
  const queue = [...marks];
  const seen = new Set<string>();
  const take = (what: string): string => queue.shift() ?? fail(`${what} is missing`);
  let eol: Phase | undefined;
  let eoas: Phase | undefined;
  let lts: Phase | undefined;
  let eoes: CalendarDate | null = null;
  let codename: string | null = null;
  let latest: string | null = null;
  let latestDate: CalendarDate | null = null;
  let link: string | null = null;
  while (queue.length > 0) {
    const mark = take('a mark');
    if (seen.has(mark)) fail(`"${mark}" stands twice`);
    seen.add(mark);
    const value = take(`the value of "${mark}"`);
    if (mark === 'eol') eol = toPhase(value, today);
    else if (mark === 'eoas') eoas = toPhase(value, today);
    else if (mark === 'lts') lts = toPhase(value, today);
    else if (mark === 'eoes') eoes = toDate(value);
    else if (mark === 'codename') codename = value;
    else if (mark === 'latest') latest = value;
    else if (mark === 'on' && latest !== null) latestDate = toDate(value);
    else if (mark === 'link') link = one(matching([value], HTTPS, 'address'));
    else fail(`"${mark}" is not a mark`);
  }
  if (eol === undefined) return fail('"eol" is missing');
  return {
    cycle: name,
    codename,
    release_date: released === '-' ? null : toDate(released),
    is_lts: lts?.begun ?? false,
    lts_from: lts?.from ?? null,
    is_eol: eol.begun,
    eol_from: eol.from,
    is_eoas: eoas?.begun ?? null,
    eoas_from: eoas?.from ?? null,
    eoes_from: eoes,
    latest,
    latest_date: latestDate,
    link,
  };
}

function toPhase(word: string, today: CalendarDate): Phase {
  if (word === 'yes' || word === 'no') return { from: null, begun: word === 'yes' };
  const from = toDate(word);
  return { from, begun: from < today };
}

function toDate(word: string): CalendarDate {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(word) ? Date.parse(`${word}T00:00:00Z`) : NaN;
  // The round trip refuses days that no month has, which the engine would roll over into the next one.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== word) fail(`"${word}" is no date`);
  return word;
}

function matching(words: readonly string[], form: RegExp, what: string): readonly string[] {
  if (words.length === 0) fail(`${what} is missing`);
  const wrong = words.find((word) => !form.test(word));
  if (wrong !== undefined) fail(`"${wrong}" is no ${what}`);
  return words;
}

function one(words: readonly string[]): string {
  const [word, second] = words;
  return word === undefined || second !== undefined ? fail('one value belongs here') : word;
}

function fail(message: string): never {
  throw new Error(message);
}

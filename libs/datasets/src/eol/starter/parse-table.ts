import { isCalendarDate, type CalendarDate } from '@stackcheck/contract/calendar-date';
import type { EolCycleRecord, EolProductRecord } from '../records';

/**
 * Reads a hand-written table of products. An unindented line opens a product, the indented ones below it describe it:
 *
 *     nodejs "Node.js" framework
 *       also node
 *       image docker.io/library/node
 *       purl pkg:generic/node
 *       see https://nodejs.org/en/about/previous-releases
 *       22  2024-04-24  lts 2024-10-29  eoas 2025-10-21  eol 2027-04-30
 *
 * A cycle line is its name, its release date (`-` when unknown) and marks in any order, each at most once: `eol`
 * (required), `eoas` and `lts` with a date, or `yes`/`no` where no date is known; `eoes` with a date; `codename "…"`;
 * `latest` with a version and perhaps `on` with its date; `link` with an https address. Without `eoas` the cycle has no
 * active-support phase, without `lts` it is no LTS. `#` opens a comment line. README.md next to this file says more.
 *
 * `today` decides the flags that stand next to dates: a phase is over, and an LTS begun, when its date is before it.
 * Throws on anything else, naming the line: a table is source code, so a mistake in it is a defect.
 */
export function parseTable(text: string, today: CalendarDate): readonly EolProductRecord[] {
  const products: OpenProduct[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '' || line.trim().startsWith('#')) return;
    try {
      if (/^\S/.test(line)) products.push(openProduct(line));
      else readDetail(products.at(-1) ?? fail('no product is open'), line, today);
    } catch (cause) {
      throw new Error(`line ${index + 1}, "${line.trim()}": ${(cause as Error).message}`, { cause });
    }
  });
  const empty = products.find((product) => product.cycles.length === 0);
  if (empty !== undefined) fail(`product "${empty.product}" has no cycle`);
  return products;
}

/** A product while its lines are read. */
type OpenProduct = {
  -readonly [K in keyof Required<EolProductRecord>]: Required<EolProductRecord>[K] extends readonly (infer T)[]
    ? T[]
    : EolProductRecord[K];
};

function openProduct(line: string): OpenProduct {
  const parts = /^(?<product>[a-z0-9][a-z0-9-]*) "(?<label>[^"]+)" (?<category>[a-z-]+)\s*$/.exec(line)?.groups;
  const { product, label, category } = parts ?? fail('a product line is: id "Label" category');
  if (product === undefined || label === undefined || category === undefined) return fail('a part is missing');
  const source_url = `https://endoflife.date/${product}`;
  return { product, label, category, aliases: [], images: [], identifiers: [], source_url, cycles: [] };
}

const ALIAS = /^[a-z0-9][a-z0-9_-]*$/;
const IMAGE = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/[a-z0-9]+([._-]+[a-z0-9]+)*)+$/;
const PURL = /^pkg:[a-z]+(\/[A-Za-z0-9%._-]+)+$/;
const ADDRESS = /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/;
const CYCLE = /^[a-z0-9][a-z0-9.+_-]*$/;

function readDetail(product: OpenProduct, line: string, today: CalendarDate): void {
  const [word = '', ...rest] = wordsOf(line);
  if (word === 'also') product.aliases.push(...each(rest, ALIAS, 'alias'));
  else if (word === 'image') product.images.push(...each(rest, IMAGE, 'image'));
  else if (word === 'purl') product.identifiers.push(...each(rest, PURL, 'purl').map((id) => ({ type: 'purl', id })));
  else if (word === 'see') product.source_url = address(rest.join(' '));
  else if (product.cycles.some(({ cycle }) => cycle === word)) fail('the product has this cycle already');
  else product.cycles.push(toCycle(word, rest, today));
}

/** Words of a line; text in double quotes is one word. */
function wordsOf(line: string): readonly string[] {
  if (line.split('"').length % 2 === 0) fail('a quote is not closed');
  return (line.match(/"[^"]*"|[^\s"]+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

function toCycle(name: string, words: readonly string[], today: CalendarDate): EolCycleRecord {
  if (!CYCLE.test(name)) fail(`"${name}" is no cycle name`);
  const [released = fail('the release date is missing'), ...rest] = words;
  const release_date = released === '-' ? null : date(released);
  const marks = readMarks(rest);
  const eol = phase(marks.get('eol') ?? fail('"eol" is missing'), today);
  const eoas = optional(marks.get('eoas'), (word) => phase(word, today));
  const lts = optional(marks.get('lts'), (word) => phase(word, today));
  if (marks.has('on') && !marks.has('latest')) fail('"on" belongs to "latest"');
  return {
    cycle: name,
    codename: marks.get('codename') ?? null,
    release_date,
    is_lts: lts?.begun ?? false,
    lts_from: lts?.from ?? null,
    is_eol: eol.begun,
    eol_from: eol.from,
    is_eoas: eoas?.begun ?? null,
    eoas_from: eoas?.from ?? null,
    eoes_from: optional(marks.get('eoes'), date),
    latest: marks.get('latest') ?? null,
    latest_date: optional(marks.get('on'), date),
    link: optional(marks.get('link'), address),
  };
}

const MARKS: readonly string[] = ['eol', 'eoas', 'eoes', 'lts', 'codename', 'latest', 'on', 'link'];

/** Pairs of mark and value. */
function readMarks(words: readonly string[]): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const mark = words[at] ?? '';
    if (!MARKS.includes(mark)) fail(`"${mark}" is not a mark`);
    if (marks.has(mark)) fail(`"${mark}" stands twice`);
    const value = words[at + 1];
    marks.set(mark, value === undefined || value === '' ? fail(`"${mark}" has no value`) : value);
  }
  return marks;
}

/** What a date-or-flag mark says: when it begins, if known, and whether it has begun. */
interface Phase {
  readonly from: CalendarDate | null;
  readonly begun: boolean;
}

function phase(word: string, today: CalendarDate): Phase {
  if (word === 'yes' || word === 'no') return { from: null, begun: word === 'yes' };
  const from = date(word);
  return { from, begun: from < today };
}

function date(word: string): CalendarDate {
  return isCalendarDate(word) ? word : fail(`"${word}" is no date`);
}

function address(word: string): string {
  return ADDRESS.test(word) ? word : fail(`"${word}" is no https address`);
}

function each(words: readonly string[], form: RegExp, what: string): readonly string[] {
  const wrong = words.find((word) => !form.test(word));
  if (wrong !== undefined) fail(`"${wrong}" is no ${what}`);
  return words.length === 0 ? fail(`the ${what} is missing`) : words;
}

function optional<T>(word: string | undefined, read: (word: string) => T): T | null {
  return word === undefined ? null : read(word);
}

function fail(message: string): never {
  throw new Error(message);
}

import { SIMILAR_MAX, type AdvisorySource } from '@stackcheck/osv-core';
import { importsOf, prepare, rememberingParser, type PackageAdvisory } from '@stackcheck/osv-core/judging';
import { readSpec, type Ecosystem, type NamingAdvisory } from '@stackcheck/osv-core/records';
import { finish, type CooperativeTask } from '../tasks/cooperative-task';
import { tabulate, type PackageTable } from './package-table';
import { isListed, moduleAbove, similarNames } from './similar-names';
import type { AdvisoryHit, AdvisoryLookup, AdvisoryReader } from '../store/advisory-files';
import { toAdvisory } from './stored-advisory';

/** What a loaded snapshot of package advisories is asked through. */
export interface OsvIndex<Reader extends AdvisoryLookup = AdvisoryReader> extends AdvisorySource {
  readonly reader: Reader;
  /** Whether it holds all advisories; of a selection the absence of one says nothing. */
  readonly complete: boolean;
  /** Advisories that are about a CVE in its canonical spelling; undefined where that cannot be asked (see `AdvisoryReader.naming`). */
  naming(cve: string): readonly NamingAdvisory[] | undefined;
  /** Whether any advisory names the package under any of these names. */
  isListed(ecosystem: Ecosystem, names: readonly string[]): boolean;
  /** How many advisories name the package, where these are many, without reading them; 0 where they are few. */
  weightOf(ecosystem: Ecosystem, names: readonly string[]): number;
}

/**
 * Memory for packages asked about lately, by the length of their stored texts: the thousand that everybody uses, whose
 * advisories are the most and take longest to parse. Parsed they need about ten times as much.
 */
const CACHE_CHARS_MAX = 2_000_000;

/**
 * So many names of packages asked about once are known before all of them are forgotten; what is asked about again until then
 * is kept. With more, packages would be kept that come too seldom to be worth what moving them costs.
 */
const ONCE_MAX = 1_024;

/** Packages without any advisory are asked about as often as others, and what is like their names stays the same. */
const SIMILAR_KEPT_MAX = 4_096;

/** More advisories of one CVE are not read: nobody is shown as many, and the work for an answer stays bounded. */
const NAMING_MAX = 32;

const ADVISORIES_PER_STEP = 8;

/** Nearly every package is one page; a kernel is dozens. */
const HITS_PER_PAGE = 256;

/** For each advisory, whatever its texts, and for a package without any. */
const ENTRY_CHARS = 200;

/**
 * Look-ups on an index file.
 * @param complete whether the file holds all advisories of the ecosystems that it has any of: of a starter's selection the
 *   absence of an advisory says nothing
 * @param table of the reader's packages, where it was made already; otherwise it is when first needed
 */
export function indexOsv(reader: AdvisoryReader, complete: boolean, table?: PackageTable): OsvIndex {
  let made = table;
  return indexLookup(reader, complete, () => (made ??= finish(tabulate(reader))));
}

/**
 * The same on whatever else holds advisories.
 * @param packages gives the table of its packages when that is needed
 */
export function indexLookup<Reader extends AdvisoryLookup>(
  reader: Reader,
  complete: boolean,
  packages: () => PackageTable,
): OsvIndex<Reader> {
  const similarLately = new Map<string, readonly string[]>();
  const lately = new LatelyUsed();
  function* load(ecosystem: Ecosystem, name: string): CooperativeTask<readonly PackageAdvisory[]> {
    const key = `${ecosystem} ${name}`;
    const known = lately.get(key);
    if (known !== undefined) return known;
    const { advisories, size } = yield* readPackage(reader, ecosystem, name);
    lately.add(key, advisories, size);
    return advisories;
  }
  function* advisoriesIn(ecosystem: Ecosystem, names: readonly string[]): CooperativeTask<readonly PackageAdvisory[]> {
    const [only] = names;
    if (only !== undefined && names.length === 1) return yield* load(ecosystem, only);
    const all: PackageAdvisory[] = [];
    for (const name of names) all.push(...(yield* load(ecosystem, name)));
    return all;
  }
  return {
    reader,
    complete,
    naming: (cve) => reader.naming(cve, NAMING_MAX),
    covers: (ecosystem) => complete && (reader.facts.ecosystems[ecosystem] ?? 0) > 0,
    advisoriesOf: (ecosystem, names) => finish(advisoriesIn(ecosystem, names)),
    advisoriesIn,
    isListed: (ecosystem, names) => names.some((name) => isListed(reader, packages(), ecosystem, name)),
    similarTo: (ecosystem, names) => {
      const key = `${ecosystem} ${names.join(' ')}`;
      let similar = similarLately.get(key);
      if (similar === undefined) {
        if (similarLately.size === SIMILAR_KEPT_MAX) similarLately.clear();
        similar = similarNames(packages(), ecosystem, names).slice(0, SIMILAR_MAX);
        similarLately.set(key, similar);
      }
      return similar;
    },
    listedAbove: (ecosystem, path) => (ecosystem === 'Go' ? moduleAbove(packages(), path) : undefined),
    isWithdrawn: (id) => reader.isWithdrawn(id),
    weightOf: (ecosystem, names) => names.reduce((sum, name) => sum + packages().weightOf(ecosystem, name), 0),
  };
}

/** All that is filed under a package's name, as look-ups have it, read in steps: some packages have hundreds. */
export function* readPackage(
  reader: Pick<AdvisoryLookup, 'hitsAfter'>,
  ecosystem: Ecosystem,
  name: string,
): CooperativeTask<{ readonly advisories: readonly PackageAdvisory[]; readonly size: number }> {
  const parse = rememberingParser(ecosystem);
  const advisories: PackageAdvisory[] = [];
  let size = ENTRY_CHARS;
  for (let last: string | null = null; ;) {
    const page: ReturnType<AdvisoryLookup['hitsAfter']> = reader.hitsAfter(ecosystem, name, last, HITS_PER_PAGE);
    if (page.length > ADVISORIES_PER_STEP) yield;
    for (const hit of page) {
      advisories.push(toPackageAdvisory(hit, ecosystem, parse));
      size += ENTRY_CHARS + hit.spec.length;
      if (advisories.length % ADVISORIES_PER_STEP === 0) yield;
    }
    if (page.length < HITS_PER_PAGE) return { advisories, size };
    last = page[page.length - 1]?.advisory.id ?? null;
  }
}

function toPackageAdvisory(
  { advisory, spec, affected = readSpec(spec) }: AdvisoryHit,
  ecosystem: Ecosystem,
  parse: (text: string) => unknown,
): PackageAdvisory {
  return { advisory: toAdvisory(advisory), specs: prepare(affected, ecosystem, parse), imports: importsOf(affected) };
}

/**
 * Keeps what was used last within a size. A map remembers the order of insertion, and using something inserts it again. What
 * is asked about for the first time is not kept: most packages never come again, and the collector of memory moves what lives
 * a while, which holds a question up for milliseconds, where what dies at once costs it nothing.
 */
class LatelyUsed {
  private readonly once = new Set<string>();
  private readonly entries = new Map<
    string,
    { readonly advisories: readonly PackageAdvisory[]; readonly size: number }
  >();
  private size = 0;

  get(key: string): readonly PackageAdvisory[] | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.advisories;
  }

  add(key: string, advisories: readonly PackageAdvisory[], size: number): void {
    // Two that read it in turns both end here.
    if (this.entries.has(key) || this.isNew(key)) return;
    this.entries.set(key, { advisories, size });
    this.size += size;
    for (const [oldest, entry] of this.entries) {
      // A single package may be beyond the bound: reading it again at each question would be worse.
      if (this.size <= CACHE_CHARS_MAX || this.entries.size === 1) return;
      this.entries.delete(oldest);
      this.size -= entry.size;
    }
  }

  private isNew(key: string): boolean {
    if (this.once.delete(key)) return false;
    if (this.once.size === ONCE_MAX) this.once.clear();
    this.once.add(key);
    return true;
  }
}

import { ProductIndex, type Cycle, type Product } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import { ProductPackages } from '@stackcheck/eol-core/packages';
import { EpssIndexBuilder, type EpssIndex } from '@stackcheck/epss-core';
import { cveKey } from '@stackcheck/epss-core/cve-key';
import { KevIndex, type CveId, type KevEntry } from '@stackcheck/kev-core';
import { readPackage, readPackageName, type AdvisorySource, type Severity } from '@stackcheck/osv-core';
import { prepare, type PackageAdvisory } from '@stackcheck/osv-core/judging';
import type { AdvisoryKind, Ecosystem, RangeEvent } from '@stackcheck/osv-core/records';
import type { PlanSources } from '../plan/check-and-plan';
import { toPolicy, type Policy } from '../policy';
import type { Stack, StackLists } from '../stack';

/** A stack of the lists that matter to a test. */
export function makeStack(lists: Partial<StackLists>, policy: Partial<Policy> = {}): Stack {
  return { items: [], images: [], cves: [], packages: [], ...lists, policy: toPolicy(policy) };
}

/** A cycle that has not ended, with what a test says of it. */
export function makeCycle(name: string, parts: Partial<Cycle> = {}): Cycle {
  return {
    name,
    codename: null,
    releaseDate: null,
    isLts: false,
    ltsFrom: null,
    isEol: false,
    eolFrom: null,
    isEoas: null,
    eoasFrom: null,
    eoesFrom: null,
    latest: null,
    ...parts,
  };
}

/** A product with its cycles, newest first. */
export function makeProduct(id: string, cycles: readonly Cycle[], images: readonly string[] = []): Product {
  const label = id[0]!.toUpperCase() + id.slice(1);
  return { id, label, aliases: [], category: 'lang', images, cycles, identifiers: [] };
}

/** A product that is published as packages. @param purls package URLs without versions */
export function makePackaged(id: string, cycles: readonly Cycle[], purls: readonly string[]): Product {
  return { ...makeProduct(id, cycles), identifiers: purls.map((purl) => ({ type: 'purl', id: purl })) };
}

/** A listed CVE. */
export function makeKev(cve: string, dueDate: string, ransomware = false): KevEntry {
  return {
    cve: cve as CveId,
    vendor: 'Acme',
    product: 'Anvil',
    name: 'Acme Anvil Falling Vulnerability',
    dateAdded: '2026-01-01',
    dueDate,
    ransomware,
    requiredAction: 'Step aside.',
    description: 'An anvil falls.',
    cwes: [],
    references: [],
  };
}

/** A vulnerability of a package, as far as tests look at it. */
export interface Flaw {
  readonly id: string;
  /** `id` among them. */
  readonly ids: readonly string[];
  readonly kind: AdvisoryKind;
  readonly severity: Severity | null;
  /** What every version below it has; null: every version. */
  readonly fixed: string | null;
  /** The first version that has it; `0` where all before the fix have it. */
  readonly from?: string;
  /** A release of a distribution that it is limited to. */
  readonly release: string | null;
}

/** A vulnerability of a package. */
export function makeFlaw(id: string, parts: Partial<Flaw> = {}): Flaw {
  return { id, ids: [id], kind: 'vulnerability', severity: 'high', fixed: '9.9.9', release: null, ...parts };
}

/** The vulnerabilities of a package, or that there are no data on packages of its ecosystem. */
export type FakePackage = readonly Flaw[] | 'no_data';

/** What a test harness holds. */
export interface Harness {
  readonly products?: readonly Product[];
  readonly kev?: readonly KevEntry[];
  /** By purl; others are unlisted. */
  readonly packages?: Readonly<Record<string, FakePackage>>;
  /** Listed names that an unlisted one is like. */
  readonly similar?: Readonly<Record<string, readonly string[]>>;
  /** Score by CVE. */
  readonly epss?: Readonly<Record<string, number>>;
}

/** Scores by CVE, of one model. @param complete false for a selection */
export function makeScores(scores: Readonly<Record<string, number>>, modelVersion = 'v1', complete = true): EpssIndex {
  const rows = Object.entries(scores).sort(([a], [b]) => cveKey(a)! - cveKey(b)!);
  const builder = new EpssIndexBuilder(rows.length);
  for (const [cve, score] of rows) builder.add(cve, score, score);
  return builder.finish({ modelVersion, scoreDate: '2026-11-20' }, complete);
}

/** Sources over a small harness. */
export function makeSources({
  products = [],
  kev = [],
  packages = {},
  similar = {},
  epss = {},
}: Harness): Required<Omit<PlanSources, 'joinsCves'>> {
  const index = new ProductIndex(products);
  // Without any product there are no identifiers, either.
  const known = products.length === 0 ? new ProductIndex([makeProduct('nothing', [])]) : index;
  return {
    eol: { index, images: new ImageCatalogue(index), packages: ProductPackages.of(known, readPackageName) },
    kev: new KevIndex('2026.11.20', kev),
    epss: makeScores(epss),
    osv: {
      ...makeAdvisories(packages),
      similarTo: (_ecosystem, names) => names.flatMap((name) => similar[name] ?? []),
    },
  };
}

/** The advisories of packages named by purls. */
export function makeAdvisories(packages: Readonly<Record<string, FakePackage>>): AdvisorySource {
  const known = Object.entries(packages).flatMap(([purl, flaws]) => {
    const query = readPackage(purl);
    return query.ok ? [{ query, flaws }] : [];
  });
  return {
    covers: (ecosystem) => !known.some(({ query, flaws }) => query.ecosystem === ecosystem && flaws === 'no_data'),
    advisoriesOf: (ecosystem, names) =>
      known.flatMap(({ query, flaws }) =>
        query.ecosystem === ecosystem && names.includes(query.names[0]!) && flaws !== 'no_data'
          ? flaws.map((flaw) => toAdvisory(flaw, ecosystem))
          : [],
      ),
  };
}

function toAdvisory(
  { id, ids, kind, severity, fixed, from = '0', release }: Flaw,
  ecosystem: Ecosystem,
): PackageAdvisory {
  const events: RangeEvent[] = [['i', from], ...(fixed === null ? [] : [['f', fixed] as const])];
  return {
    advisory: {
      id,
      kind,
      aliases: ids.filter((alias) => alias !== id),
      modified: '2026-01-01T00:00:00Z',
      published: null,
      withdrawn: null,
      rating: { severity, score: null, vector: null },
      summary: null,
      url: `https://osv.dev/vulnerability/${id}`,
      source: id.split('-')[0]!,
    },
    specs: prepare([{ suffix: release, ranges: [events], versions: [] }], ecosystem),
  };
}

import { ImageCatalogue, ProductIndex, type Cycle, type Product } from '@stackcheck/eol-core';
import { checkCves, kevAmong, KevIndex, parseCves, type CveId, type KevEntry } from '@stackcheck/kev-core';
import type { StackSources } from '../check/check-stack';
import type { PackageResult, PackagesReport, PackageVulnerability } from '../check/parts';
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
  return { id, label: id[0]!.toUpperCase() + id.slice(1), aliases: [], category: 'lang', images, cycles };
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

/** A vulnerability of a package. */
export function makeFlaw(id: string, parts: Partial<PackageVulnerability> = {}): PackageVulnerability {
  return { id, ids: [id], kind: 'vulnerability', severity: 'high', score: 7.5, fixed: '9.9.9', kev: null, ...parts };
}

/** The vulnerabilities of a package, or why it cannot be checked. */
export type FakePackage = readonly PackageVulnerability[] | 'no_version' | 'unsupported_type';

/** What a fake world holds. */
export interface World {
  readonly products?: readonly Product[];
  readonly kev?: readonly KevEntry[];
  /** By purl; others are clean. */
  readonly packages?: Readonly<Record<string, FakePackage>>;
}

/** Sources over a small world on a day. */
export function makeSources({ products = [], kev = [], packages = {} }: World, today: string): Required<StackSources> {
  const index = new ProductIndex(products);
  const catalogue = new KevIndex('2026.11.20', kev);
  return {
    eol: { index, images: new ImageCatalogue(index) },
    kev: {
      check(cves) {
        const batch = parseCves(cves);
        if ('fault' in batch) throw new Error(batch.fault);
        return checkCves(catalogue, batch.cves, today);
      },
      among: (ids) => kevAmong(catalogue, ids, today),
    },
    osv: { check: (purls) => packagesReport(purls, packages) },
  };
}

function packagesReport(purls: readonly string[], packages: Readonly<Record<string, FakePackage>>): PackagesReport {
  const results = purls.map((purl, index): PackageResult => {
    const found = Object.hasOwn(packages, purl) ? packages[purl]! : [];
    if (typeof found === 'string') return { index, purl, checked: false, reason: found };
    const fixes = found.map(({ fixed }) => fixed);
    const safe = fixes.every((fixed) => fixed !== null) ? (fixes.sort().at(-1) ?? null) : null;
    return {
      index,
      purl,
      checked: true,
      vulnerability_count: found.length,
      minimum_safe: safe,
      vulnerabilities: found,
    };
  });
  const having = (kind: string) =>
    results.filter((result) => result.checked && result.vulnerabilities.some((found) => found.kind === kind)).length;
  const checked = results.filter((result) => result.checked);
  return {
    count: results.length,
    vulnerable: having('vulnerability'),
    malware: having('malware'),
    clean: checked.filter(({ vulnerabilities }) => vulnerabilities.length === 0).length,
    unresolved_count: results.length - checked.length,
    results,
  };
}

import { cvesNamedBy, namedById, type NamingAdvisory, type Rating } from '@stackcheck/osv-core/records';
import type { IndexFile } from '../snapshot/index-file';
import type { StoredAdvisory } from '../snapshot/stored-advisory';
import type {
  AdvisoryBuilder,
  AdvisoryHit,
  AdvisoryReader,
  AliasedRating,
  PackagePlace,
} from '../store/advisory-files';
import { recordText } from './content';
import { compareCodePoints } from './code-points';
import { compareText } from './stored-advisory';

/** Advisories that are held as a whole, by their ids, with the ratings that some are shown under for want of their own. */
export interface AdvisoriesInMemory {
  readonly advisories: ReadonlyMap<string, StoredAdvisory>;
  readonly inherited: ReadonlyMap<string, Rating>;
}

/** An index being built in memory. */
export class MemoryBuilder implements AdvisoryBuilder {
  private readonly inherited = new Map<string, Rating>();

  constructor(
    private readonly advisories: Map<string, StoredAdvisory>,
    private readonly write: (contents: AdvisoriesInMemory) => IndexFile,
  ) {}

  modifiedOf(id: string): string | undefined {
    return this.advisories.get(id)?.modified;
  }

  add(advisory: StoredAdvisory): boolean {
    if (this.advisories.has(advisory.id)) return false;
    this.put(advisory);
    return true;
  }

  put(advisory: StoredAdvisory): void {
    this.advisories.set(advisory.id, advisory);
  }

  aliased(): Iterable<AliasedRating> {
    return inOrder(this.advisories)
      .filter(({ aliases }) => aliases.length > 0)
      .map(({ id, aliases, severity, score, vector }) => ({ id, aliases, severity, score, vector }));
  }

  rated(wanted: string): AliasedRating | undefined {
    const found = this.advisories.get(wanted);
    if (found === undefined) return undefined;
    const { id, aliases, severity, score, vector } = found;
    return { id, aliases, severity, score, vector };
  }

  inherit(id: string, rating: Rating): void {
    this.inherited.set(id, rating);
  }

  ecosystems(): Readonly<Record<string, number>> {
    return countsOf(this.advisories);
  }

  finish(): IndexFile {
    return this.write({ advisories: this.advisories, inherited: this.inherited });
  }

  discard(): void {
    this.advisories.clear();
  }
}

/** Reads advisories that are held in memory, in time that grows with what is asked for and not with all there are. */
export function memoryReader({ advisories, inherited }: AdvisoriesInMemory): AdvisoryReader {
  const sorted = inOrder(advisories);
  const packages = packagesIn(sorted, inherited);
  const byCve = namersOf(sorted, inherited);
  const hitsOf = (ecosystem: string, name: string) => packages.get(placeKey(ecosystem, name))?.hits ?? [];
  const counted = [...packages.values()]
    .map(({ ecosystem, name, hits }) => {
      const malware = hits.filter(({ advisory }) => namedById(advisory.id).kind === 'malware').length;
      return { ecosystem, name, advisories: hits.length, malware };
    })
    .sort(comparePlaces);
  const after = (id: string | null, limit: number) => pageOf(sorted, (one) => id === null || one.id > id, limit);
  return {
    facts: { records: sorted.length, ecosystems: countsOf(advisories) },
    hits: hitsOf,
    hitsAfter: (ecosystem, name, id, limit) =>
      pageOf(hitsOf(ecosystem, name), ({ advisory }) => id === null || advisory.id > id, limit),
    find: (id) => advisories.get(id),
    isWithdrawn: (id) => (advisories.get(id)?.withdrawn ?? null) !== null,
    naming: (cve, limit) => (byCve.get(cve) ?? []).slice(0, limit),
    count: (ecosystem, name) => hitsOf(ecosystem, name).length,
    packagesAfter: (last, limit) => pageOf(counted, (one) => last === null || comparePlaces(one, last) > 0, limit),
    after,
    textsAfter: (id, limit) => after(id, limit).map((advisory) => ({ id: advisory.id, text: recordText(advisory) })),
    filed: () =>
      counted.flatMap(({ ecosystem, name }) => hitsOf(ecosystem, name).map((hit) => ({ ecosystem, name, ...hit }))),
    withdrawnIds: () => sorted.filter(({ withdrawn }) => withdrawn !== null).map(({ id }) => id),
    named: () =>
      [...byCve]
        .sort(([a], [b]) => compareText(a, b))
        .flatMap(([cve, namers]) => namers.map((advisory) => ({ cve, advisory }))),
    close: () => undefined,
  };
}

interface PackageHits extends PackagePlace {
  readonly hits: AdvisoryHit[];
}

function packagesIn(
  sorted: readonly StoredAdvisory[],
  inherited: AdvisoriesInMemory['inherited'],
): ReadonlyMap<string, PackageHits> {
  const packages = new Map<string, PackageHits>();
  for (const { packages: places, ...facts } of sorted) {
    const advisory = { ...facts, ...inherited.get(facts.id) };
    for (const { ecosystem, name, spec } of places) {
      const key = placeKey(ecosystem, name);
      let entry = packages.get(key);
      if (entry === undefined) packages.set(key, (entry = { ecosystem, name, hits: [] }));
      entry.hits.push({ advisory, spec });
    }
  }
  return packages;
}

function namersOf(
  sorted: readonly StoredAdvisory[],
  inherited: AdvisoriesInMemory['inherited'],
): ReadonlyMap<string, readonly NamingAdvisory[]> {
  const byCve = new Map<string, NamingAdvisory[]>();
  for (const advisory of sorted) {
    const { id, summary, severity, withdrawn } = { ...advisory, ...inherited.get(advisory.id) };
    for (const cve of cvesNamedBy(advisory)) {
      let namers = byCve.get(cve);
      if (namers === undefined) byCve.set(cve, (namers = []));
      namers.push({ id, summary, severity, withdrawn });
    }
  }
  return byCve;
}

function placeKey(ecosystem: string, name: string): string {
  return `${ecosystem} ${name}`;
}

/** The elements of a sorted list from the first that comes after something, which all behind it do, too. */
function pageOf<Item>(sorted: readonly Item[], isAfter: (item: Item) => boolean, limit: number): readonly Item[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return sorted.slice(low, low + limit);
}

function comparePlaces(a: PackagePlace, b: PackagePlace): number {
  return compareText(a.ecosystem, b.ecosystem) || compareCodePoints(a.name, b.name);
}

function inOrder(advisories: ReadonlyMap<string, StoredAdvisory>): readonly StoredAdvisory[] {
  return [...advisories.values()].sort((a, b) => compareText(a.id, b.id));
}

function countsOf(advisories: ReadonlyMap<string, StoredAdvisory>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { packages } of advisories.values()) {
    for (const ecosystem of new Set(packages.map((row) => row.ecosystem))) {
      counts.set(ecosystem, (counts.get(ecosystem) ?? 0) + 1);
    }
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => compareText(a, b)));
}

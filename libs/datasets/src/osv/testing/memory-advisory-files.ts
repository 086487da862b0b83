import { cvesNamedBy, namedById, type NamingAdvisory, type Rating } from '@stackcheck/osv-core/records';
import { sha256Hex } from '@stackcheck/signing';
import { contentSha256, recordText } from '../content';
import { IndexFileError, MISSING_INDEX } from '../../snapshot/index-file';
import type {
  AdvisoryBuilder,
  AdvisoryFiles,
  AdvisoryHit,
  AdvisoryReader,
  AliasedRating,
  PackagePlace,
} from '../../store/advisory-files';
import type { IndexFile } from '../../snapshot/index-file';
import { compareText } from '../stored-advisory';
import type { StoredAdvisory } from '../../snapshot/stored-advisory';

interface Contents {
  readonly advisories: ReadonlyMap<string, StoredAdvisory>;
  readonly inherited: ReadonlyMap<string, Rating>;
}

/** A folder of index files that forgets. Behaves as the port says; both it and the SQLite folder pass the contract suite. */
export class MemoryAdvisoryFiles implements AdvisoryFiles {
  readonly files = new Map<string, Contents>();

  create(from?: IndexFile): AdvisoryBuilder {
    const base = from === undefined ? undefined : this.files.get(from.sha256);
    if (from !== undefined && base === undefined) throw new IndexFileError('the index to go on from is missing');
    return new MemoryBuilder(new Map(base?.advisories), (contents) => {
      const reader = readerOf(contents);
      const file = { sha256: sha256Hex(contentSha256(reader)), bytes: contents.advisories.size };
      this.files.set(file.sha256, contents);
      return file;
    });
  }

  async open(file: IndexFile): Promise<AdvisoryReader> {
    const contents = this.files.get(file.sha256);
    if (contents === undefined) throw new IndexFileError(MISSING_INDEX);
    if (contents.advisories.size !== file.bytes) throw new IndexFileError('its index file has another size');
    return readerOf(contents);
  }

  differences(before: IndexFile, after: IndexFile): readonly string[] {
    const [olds, news] = [before, after].map(({ sha256 }) => this.files.get(sha256)!.advisories);
    const ids = new Set([...olds!.keys(), ...news!.keys()]);
    const textIn = (advisories: Contents['advisories'], id: string): string | undefined => {
      const found = advisories.get(id);
      return found && recordText(found);
    };
    return [...ids].filter((id) => textIn(olds!, id) !== textIn(news!, id)).sort(compareText);
  }

  sweep(keep: readonly IndexFile[]): number {
    const kept = new Set(keep.map(({ sha256 }) => sha256));
    const gone = [...this.files.keys()].filter((name) => !kept.has(name));
    for (const name of gone) this.files.delete(name);
    return gone.length;
  }
}

class MemoryBuilder implements AdvisoryBuilder {
  private readonly inherited = new Map<string, Rating>();

  constructor(
    private readonly advisories: Map<string, StoredAdvisory>,
    private readonly write: (contents: Contents) => IndexFile,
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

  lend(id: string, rating: Rating): void {
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

function readerOf({ advisories, inherited }: Contents): AdvisoryReader {
  const sorted = inOrder(advisories);
  const byCve = new Map<string, NamingAdvisory[]>();
  for (const advisory of sorted) {
    const { id, summary, severity, withdrawn } = { ...advisory, ...inherited.get(advisory.id) };
    for (const cve of cvesNamedBy(advisory)) {
      byCve.set(cve, [...(byCve.get(cve) ?? []), { id, summary, severity, withdrawn }]);
    }
  }
  const byPlace = new Map<string, AdvisoryHit[]>();
  for (const { packages, ...facts } of sorted) {
    for (const { ecosystem, name, spec } of packages) {
      const place = `${ecosystem} ${name}`;
      const hits = byPlace.get(place) ?? [];
      hits.push({ advisory: { ...facts, ...inherited.get(facts.id) }, spec });
      byPlace.set(place, hits);
    }
  }
  const packages = [
    ...new Map(
      sorted.flatMap((advisory) => advisory.packages.map((at) => [`${at.ecosystem} ${at.name}`, at] as const)),
    ).entries(),
  ]
    .map(([place, { ecosystem, name }]) => {
      const hits = byPlace.get(place) ?? [];
      const malware = hits.filter(({ advisory }) => namedById(advisory.id).kind === 'malware').length;
      return { ecosystem, name, advisories: hits.length, malware };
    })
    .sort((a, b) => compareText(a.ecosystem, b.ecosystem) || compareText(a.name, b.name));
  const after = (id: string | null, limit: number) =>
    sorted.filter((advisory) => id === null || advisory.id > id).slice(0, limit);
  return {
    facts: { records: sorted.length, ecosystems: countsOf(advisories) },
    hits: (ecosystem, name) => byPlace.get(`${ecosystem} ${name}`) ?? [],
    hitsAfter: (ecosystem, name, id, limit) =>
      (byPlace.get(`${ecosystem} ${name}`) ?? [])
        .filter(({ advisory }) => id === null || advisory.id > id)
        .slice(0, limit),
    find: (id) => advisories.get(id),
    isWithdrawn: (id) => (advisories.get(id)?.withdrawn ?? null) !== null,
    naming: (cve, limit) => (byCve.get(cve) ?? []).slice(0, limit),
    count: (ecosystem, name) => byPlace.get(`${ecosystem} ${name}`)?.length ?? 0,
    packagesAfter: (last, limit) =>
      packages.filter(({ ecosystem, name }) => last === null || isAfter(ecosystem, name, last)).slice(0, limit),
    after,
    textsAfter: (id, limit) => after(id, limit).map((advisory) => ({ id: advisory.id, text: recordText(advisory) })),
    close: () => undefined,
  };
}

function isAfter(ecosystem: string, name: string, last: PackagePlace): boolean {
  return (compareText(ecosystem, last.ecosystem) || compareText(name, last.name)) > 0;
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

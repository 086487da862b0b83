import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { assess } from '../assess/assess';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import { readPackage } from '../purl/read-package';
import { isEcosystem, type Ecosystem } from '../ecosystem/ecosystem-name';
import { checkPurls } from './check-purls';
import { evaluate, prepare, type VersionQuery } from '../evaluate/evaluate';
import { importsOf } from '../advisory/import-paths';
import { misfit } from '../order/advisable';
import { orderOf } from '../order/order-of';
import { isSingleVersion } from '../order/single-version';
import { compareVersions } from '../order/version-order';
import { byPackage } from '../records/osv-affected';
import { readOsvRecord } from '../records/osv-record';
import { normaliseName } from '../ecosystem/package-name';
import { readSpec, writeSpec } from '../records/spec-text';
import { bestVersionFault } from '../testing/best-version-fault';
import { readZip } from '../testing/zip';
import type { AdvisoryRecord } from '../advisory/advisory';

const root = resolve(__dirname, '../../../..');
const corpora = resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora');
const answersFile = join(corpora, 'osv', 'osvdev_answers.jsonl');
const dumps = join(corpora, '..', 'data', 'osv');
const missing = [answersFile, dumps].filter((path) => !existsSync(path));
const suite = missing.length === 0 ? describe : describe.skip;
const note = missing.length === 0 ? '' : ' (skipped: no corpora/osv/osvdev_answers.jsonl and data/osv)';

suite(`the published records${note}`, () => {
  const records: AdvisoryRecord[] = [];
  const refused: string[] = [];
  const listed: ListedVersion[] = [];
  const index = new Map<string, PackageAdvisory[]>();
  const notSingle = new Set<string>();

  beforeAll(() => {
    const seen = new Set<string>();
    for (const folder of readdirSync(dumps)) {
      const archive = join(dumps, folder, 'all.zip');
      if (!existsSync(archive)) continue;
      for (const { name, bytes } of readZip(readFileSync(archive), (packed) => inflateRawSync(packed))) {
        if (seen.has(name)) continue;
        seen.add(name);
        const json = JSON.parse(new TextDecoder().decode(bytes)) as RawRecord;
        if (seen.size % 60 === 0) listed.push(...listedVersions(json));
        for (const named of namedOf(json)) notSingle.add(named);
        const reading = readOsvRecord(json);
        if (!reading.ok) refused.push(`${name}: ${reading.fault}`);
        else records.push(reading.record);
      }
    }
    for (const { affected, ...advisory } of records) {
      for (const row of byPackage(affected)) {
        const key = `${row.ecosystem} ${row.name}`;
        // Through the index's text, so that what is stored is what is judged.
        const stored = readSpec(writeSpec(row.affected));
        const specs = prepare(stored, row.ecosystem);
        index.set(key, [...(index.get(key) ?? []), { advisory, specs, imports: importsOf(stored) }]);
      }
    }
  });

  it('are all read', () => {
    expect(refused).toEqual([]);
    expect(records.length).toBeGreaterThan(19_000);
  });

  it('name no version that is taken for a commit or a range, but for tags', () => {
    expect([...notSingle]).toEqual([]);
  });

  it('give every id that OSV.dev answered', () => {
    const cases = readFileSync(answersFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedAnswer);

    const answers = cases.map(({ case: name, purl, expect: { ids_include: expected } }) => {
      const query = readPackage(purl);
      if (!query.ok) throw new Error(`${name}: ${purl} is ${query.reason}`);
      const advisories = query.names.flatMap((lookup) => index.get(`${query.ecosystem} ${lookup}`) ?? []);
      const { findings } = assess(query, advisories);
      const found = new Set(findings.flatMap(({ ids }) => ids));
      const aliases = new Set(advisories.map(({ advisory }) => advisory.id));
      return {
        expected: expected.length,
        missed: expected.filter((id) => !found.has(id)).map((id) => `${purl} ${id}`),
        extra: [...found].filter((id) => aliases.has(id) && !expected.includes(id)),
      };
    });

    const counts = {
      expected: answers.reduce((sum, { expected }) => sum + expected, 0),
      extra: answers.reduce((sum, { extra }) => sum + extra.length, 0),
    };
    console.info(`${cases.length} recorded queries: ${JSON.stringify(counts)}`);
    expect(answers.flatMap(({ missed }) => missed)).toEqual([]);
    expect(counts.expected).toBeGreaterThan(450);
    // Records published or superseded after the recording; many more would mean that everything matches.
    expect(counts.extra).toBeLessThan(100);
  });

  it('give a safe version wherever one is named, and the lowest of them', () => {
    const asked = packagesAsked(index);

    const wrong = asked.flatMap(({ query, advisories }) => safetyFaults(query, advisories));

    expect(asked.length).toBeGreaterThan(3_000);
    expect(wrong).toEqual([]);
  });

  it('give the best version where none is safe, with exactly what remains in it', () => {
    const asked = packagesAsked(index);

    const unsafe = asked.filter(({ query, advisories }) => assess(query, advisories).minimumSafe === null);
    const wrong = unsafe.flatMap(({ query, advisories, name }) => {
      const fault = bestVersionFault(query, advisories);
      return fault === undefined ? [] : [`${name} ${query.version}: ${fault}`];
    });

    const moves = unsafe.filter(({ query, advisories }) => assess(query, advisories).best !== null).length;
    console.info(`${unsafe.length} versions without a safe one, ${moves} with a best one`);
    expect(moves).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it('say what fixes most of a Go module, and which of its packages the rest is about', () => {
    const [result] = checkPurls(
      {
        advisoriesOf: (ecosystem, names) => names.flatMap((name) => index.get(`${ecosystem} ${name}`) ?? []),
        covers: () => true,
      },
      ['pkg:golang/golang.org/x/crypto@v0.44.0'],
    ).results;

    expect(result).toMatchObject({
      minimum_safe: null,
      best: { version: '0.52.0', clears_count: 15, remains: ['GO-2026-5932'], adds: [] },
      action: 'upgrade_partly',
      advice: 'Move to 0.52.0: it fixes 15 of 16; GO-2026-5932 has no fix and concerns only the package openpgp.',
    });
  });

  it.each([
    ['pkg:maven/org.apache.zookeeper/zookeeper@3.5.4-beta', '3.8.4'],
    ['pkg:composer/illuminate/auth@5.0.0', '5.5.10'],
  ])('give the safe version of %s beyond a range that ends in a last affected one', (purl, expected) => {
    const query = readPackage(purl);
    if (!query.ok) throw new Error(query.reason);

    expect(assess(query, index.get(`${query.ecosystem} ${query.names[0]}`) ?? []).minimumSafe).toBe(expected);
  });

  it('never call a version that a record lists safe, whatever the index leaves out', () => {
    const safe = listed.filter(({ ecosystem, name, version }) =>
      (index.get(`${ecosystem} ${name}`) ?? []).every(
        ({ specs }) => evaluate(specs, { ecosystem, version, release: null }) === null,
      ),
    );

    expect(listed.length).toBeGreaterThan(1000);
    expect(safe).toEqual([]);
  });
});

/** Each package in a few of the versions that its records name; tags of repositories have no order to be safe by. */
function packagesAsked(index: ReadonlyMap<string, readonly PackageAdvisory[]>) {
  return [...index].flatMap(([place, advisories], n) => {
    const [ecosystem = '', name = ''] = place.split(/ (.*)/);
    if (!isEcosystem(ecosystem) || orderOf(ecosystem).unordered || advisories.length > 200) return [];
    const named = namedIn(advisories);
    const versions = new Set([
      named[0],
      named[Math.floor(named.length / 2)],
      named.at(-1),
      n % 5 === 0 ? '0.0.1' : undefined,
    ]);
    return [...versions].flatMap((version) =>
      version === undefined ? [] : [{ advisories, name, query: { ecosystem, version, release: null } as const }],
    );
  });
}

/** Every version in the events and lists of some advisories. */
function namedIn(advisories: readonly PackageAdvisory[]): readonly string[] {
  const all = advisories.flatMap(({ specs }) =>
    specs.flatMap(({ ranges, versions }) => [
      ...versions,
      ...ranges.flatMap(({ events }) => events.map((e) => e.version)),
    ]),
  );
  return [...new Set(all)].filter((version) => version !== '0');
}

/** In what a safe version is not the lowest one that anything names and nothing affects; tried one by one. */
function safetyFaults(query: VersionQuery, advisories: readonly PackageAdvisory[]): readonly string[] {
  const order = orderOf(query.ecosystem);
  const standing = advisories.filter(({ advisory }) => advisory.withdrawn === null);
  const isSafe = (version: string) => standing.every(({ specs }) => evaluate(specs, { ...query, version }) === null);
  const { findings, minimumSafe } = assess(query, advisories);
  if (findings.some(({ kind }) => kind === 'malware'))
    return minimumSafe === null ? [] : [`${query.version}: malware is safe`];
  const lower = [query.version, ...namedIn(advisories).filter((version) => order.accepts(version))].filter(
    (version) =>
      compareVersions(order, version, query.version) >= 0 &&
      (minimumSafe === null || compareVersions(order, version, minimumSafe) < 0),
  );
  const misfitOf = misfit(query.ecosystem, query.version);
  const isAsked = (version: string) => minimumSafe === null || misfitOf(minimumSafe) > 0 || misfitOf(version) === 0;
  return [
    ...(minimumSafe === null || isSafe(minimumSafe) ? [] : [`${query.version}: ${minimumSafe} is affected`]),
    ...lower
      .filter((version) => !version.endsWith('-0') && isAsked(version) && isSafe(version))
      .map(
        (version) =>
          `${query.ecosystem} ${advisories[0]?.advisory.id} ${query.version}: ${version} is safe, not ${minimumSafe}`,
      ),
  ];
}

/** Every version that a standing record lists, from the record itself. */
function listedVersions({ withdrawn, affected = [] }: RawRecord): ListedVersion[] {
  if (withdrawn !== undefined) return [];
  return affected.flatMap(({ package: place, versions = [] }) => {
    const ecosystem = place?.ecosystem.split(':')[0] ?? '';
    if (place === undefined || !isEcosystem(ecosystem)) return [];
    return versions.map((version) => ({ ecosystem, name: normaliseName(ecosystem, place.name), version }));
  });
}

/** What a record names as a version and is none, with the ecosystem. */
function namedOf({ affected = [] }: RawRecord): readonly string[] {
  return affected.flatMap(({ package: place, versions = [], ranges = [] }) => {
    const ecosystem = place?.ecosystem.split(':')[0] ?? '';
    if (!isEcosystem(ecosystem) || orderOf(ecosystem).unordered) return [];
    const events = ranges.flatMap(({ type, events: all }) =>
      type === 'GIT' ? [] : all.flatMap(Object.values<string>),
    );
    const named = [...versions, ...events].filter((version) => !isSingleVersion(version));
    return named.map((version) => `${ecosystem} ${version}`);
  });
}

interface ListedVersion {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string;
}

interface RawRecord {
  readonly withdrawn?: string;
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem: string; readonly name: string };
    readonly versions?: readonly string[];
    readonly ranges?: readonly {
      readonly type: string;
      readonly events: readonly Readonly<Record<string, string>>[];
    }[];
  }[];
}

interface RecordedAnswer {
  readonly case: string;
  readonly purl: string;
  readonly expect: { readonly ids_include: readonly string[] };
}

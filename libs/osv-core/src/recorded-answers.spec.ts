import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { assess, type PackageAdvisory } from './assess';
import { readPackage } from './ecosystem';
import { isEcosystem, type Ecosystem } from './ecosystem-name';
import { evaluate, prepare } from './evaluate';
import { byPackage } from './osv-affected';
import { readOsvRecord } from './osv-record';
import { normaliseName } from './package-name';
import { readSpec, writeSpec } from './spec-text';
import { readZip } from './testing/zip';
import type { AdvisoryRecord } from './types';

const root = resolve(__dirname, '../../..');
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
        const reading = readOsvRecord(json);
        if (!reading.ok) refused.push(`${name}: ${reading.fault}`);
        else records.push(reading.record);
      }
    }
    for (const { affected, ...advisory } of records) {
      for (const row of byPackage(affected)) {
        const key = `${row.ecosystem} ${row.name}`;
        // Through the index's text, so that what is stored is what is judged.
        const specs = prepare(readSpec(writeSpec(row.affected)), row.ecosystem);
        index.set(key, [...(index.get(key) ?? []), { advisory, specs }]);
      }
    }
  });

  it('are all read', () => {
    expect(refused).toEqual([]);
    expect(records.length).toBeGreaterThan(19_000);
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

/** Every version that a standing record lists, from the record itself. */
function listedVersions({ withdrawn, affected = [] }: RawRecord): ListedVersion[] {
  if (withdrawn !== undefined) return [];
  return affected.flatMap(({ package: place, versions = [] }) => {
    const ecosystem = place?.ecosystem.split(':')[0] ?? '';
    if (place === undefined || !isEcosystem(ecosystem)) return [];
    return versions.map((version) => ({ ecosystem, name: normaliseName(ecosystem, place.name), version }));
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
  }[];
}

interface RecordedAnswer {
  readonly case: string;
  readonly purl: string;
  readonly expect: { readonly ids_include: readonly string[] };
}

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { evaluate, prepare, type PreparedSpec } from '@stackcheck/osv-core/judging';
import { readSpec, type Ecosystem } from '@stackcheck/osv-core/records';
import { readRecordFile } from './read-record';
import { osvStarter } from './starter';
import { parseAdvisories } from './starter/parse-advisories';
import type { StoredAdvisory } from '../snapshot/stored-advisory';
import { zipEntries } from './testing/zip-entries';

const root = resolve(__dirname, '../../../..');
const dumps = join(resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora'), '..', 'data', 'osv');
const { advisories } = osvStarter();
const ecosystems = [...new Set(advisories.flatMap(({ packages }) => packages.map(({ ecosystem }) => ecosystem)))];

describe('the starter', () => {
  it('has enough advisories, of all the ecosystems that are asked about most', () => {
    expect(advisories.length).toBeGreaterThanOrEqual(30);
    expect(ecosystems.length).toBeGreaterThanOrEqual(8);
  });

  it('has each id once, in order', () => {
    const ids = advisories.map(({ id }) => id);

    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('rates everything, says what it is about and shows malware as such', () => {
    expect(advisories.filter(({ severity, summary }) => severity === null || (summary ?? '').length < 20)).toEqual([]);
    expect(advisories.filter(({ id }) => id.startsWith('MAL-')).map(({ severity }) => severity)).toEqual(['critical']);
  });

  it.each([
    ['*', '0.0.1', true],
    ['*', '999.0.0', true],
    ['1.0.0..2.0.0', '1.5.0', true],
    ['1.0.0..2.0.0', '2.0.0', false],
    ['1.0.0..=2.0.0', '2.0.0', true],
    ['=1.2.3', '1.2.3', true],
    ['=1.2.3', '1.2.4', false],
  ])('%s of a package holds %s: %s', (versions, version, held) => {
    const text = `GHSA-1 2020-01-01\n  HIGH\n  text\n  npm a ${versions}`;
    const { spec } = parseAdvisories(text, '2026-01-01T00:00:00Z')[0]!.packages[0]!;

    expect(evaluate(prepare(readSpec(spec), 'npm'), { ecosystem: 'npm', version, release: null }) !== null).toBe(held);
  });

  it.each([
    ['GHSA-1 2020-01-01\n  HIGH\n  text\n  npm a', 'names no versions'],
    ['GHSA-1 2020-01-01\n  HIGH\n  text\n  npm a 1-2', 'is no range'],
    ['GHSA-1 2020-01-01\n  HIGH\n  text\n  nmp a *', 'an ecosystem is unknown'],
    ['GHSA-1 2020-01-01\n  TERRIBLE\n  text\n  npm a *', 'is no rating'],
    ['GHSA-1 2020-1-1\n  HIGH\n  text\n  npm a *', 'published'],
  ])('is not written like this: %j', (text, fault) => {
    expect(() => parseAdvisories(text, '2026-01-01T00:00:00Z')).toThrow(fault);
  });
});

const there = ecosystems.filter((ecosystem) => existsSync(join(dumps, ecosystem, 'all.zip')));
const note = there.length > 0 ? '' : ' (data/osv is missing)';

(there.length > 0 ? describe : describe.skip)(`the starter and the published records${note}`, () => {
  const published = new Map<string, StoredAdvisory>();
  const ours = new Set(advisories.map(({ id }) => id));

  beforeAll(() => {
    for (const ecosystem of there) {
      for (const { name, bytes } of zipEntries(
        readFileSync(join(dumps, ecosystem, 'all.zip')),
        (packed) => inflateRawSync(packed),
        (name) => ours.has(name.replace('.json', '')),
      )) {
        const reading = readRecordFile(name.replace('.json', ''), bytes);
        if (reading.ok) published.set(reading.advisory.id, reading.advisory);
      }
    }
  });

  it('agree on every version that either names', () => {
    const differences: string[] = [];
    let compared = 0;
    for (const own of advisories) {
      const theirs = published.get(own.id);
      if (theirs === undefined) continue;
      for (const { ecosystem, name, spec } of own.packages) {
        const other = theirs.packages.find((row) => row.ecosystem === ecosystem && row.name === name);
        if (other === undefined) {
          differences.push(`${own.id} ${ecosystem} ${name} is not named`);
          continue;
        }
        const [mine, real] = [prepared(spec, ecosystem), prepared(other.spec, ecosystem)];
        for (const version of new Set([...versionsIn(spec), ...versionsIn(other.spec)])) {
          compared += 1;
          const query = { ecosystem, version, release: null };
          const verdicts = [mine, real].map((specs) => evaluate(specs, query)?.fixed);
          if (verdicts[0] !== verdicts[1])
            differences.push(`${own.id} ${ecosystem} ${name} ${version}: ${verdicts.join(' / ')}`);
        }
      }
    }

    expect(differences).toEqual([]);
    expect(published.size).toBeGreaterThan(30);
    expect(compared).toBeGreaterThan(150);
  });

  it('agree on aliases, days and scores, where both state them', () => {
    const differences = advisories.flatMap((own) => {
      const theirs = published.get(own.id);
      if (theirs === undefined) return [];
      const cves = (aliases: readonly string[]) => aliases.filter((alias) => alias.startsWith('CVE-')).join();
      return [
        ...(cves(own.aliases) === cves(theirs.aliases) ? [] : [`${own.id} ${cves(theirs.aliases)}`]),
        ...(own.published?.slice(0, 10) === theirs.published?.slice(0, 10) ? [] : [`${own.id} ${theirs.published}`]),
        ...(own.score === null || own.score === theirs.score ? [] : [`${own.id} ${theirs.score}`]),
      ];
    });

    expect(differences).toEqual([]);
  });
});

function prepared(spec: string, ecosystem: Ecosystem): readonly PreparedSpec[] {
  return prepare(readSpec(spec), ecosystem);
}

function versionsIn(spec: string): readonly string[] {
  return readSpec(spec).flatMap(({ ranges, versions }) => [
    ...versions,
    ...ranges.flat().map(([, version]) => version),
  ]);
}

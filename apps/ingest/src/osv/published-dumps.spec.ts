import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { indexFault, indexOsv, openIndex, recordsFault, type OsvIndex } from '@stackcheck/datasets/osv';
import type { PackagePlace } from '@stackcheck/datasets/store';
import { AdvisoryHarness } from '@stackcheck/datasets/testing';
import { checkPurls, readPackage } from '@stackcheck/osv-core';
import { assess } from '@stackcheck/osv-core/judging';
import type { Ecosystem } from '@stackcheck/osv-core/records';
import { openPack } from '@stackcheck/advisory-pack';
import { differencesOf, packOf } from '@stackcheck/advisory-pack/testing';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { startBucketServer, type BucketServer } from '../testing/bucket-server';
import { inlineArchiveReader } from './archive-reader';
import { HttpBucket } from './http-bucket';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const dumps = join(corpora, '../data/osv');
const answersFile = join(corpora, 'osv/osvdev_answers.jsonl');
const missing = [join(dumps, 'ecosystems.txt'), answersFile].filter((path) => !existsSync(path));
const note = missing.length === 0 ? '' : ' (data/osv or corpora/osv/osvdev_answers.jsonl is missing)';

interface RecordedAnswer {
  readonly purl: string;
  readonly expect: { readonly ids_include: readonly string[] };
}

(missing.length === 0 ? describe : describe.skip)(`the published dumps${note}`, () => {
  const harness = new AdvisoryHarness();
  let folder: string;
  let server: BucketServer;
  let index: OsvIndex;

  const publish = () => {
    const advisoryFiles = openAdvisoryFiles(folder);
    const deps = {
      folder,
      archives: inlineArchiveReader,
      clock: systemClock,
      sleep: () => Promise.resolve(),
      random: Math.random,
    };
    const bucket = new HttpBucket(server.url, deps);
    const addresses = { urls: [server.url], companions: [] };
    return harness.publish({ advisoryFiles, bucket: () => bucket, addresses });
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stackcheck-dumps-'));
    server = await startBucketServer(dumps);
    const outcome = await publish();
    expect(outcome).toMatchObject({ kind: 'published', manifest: { record_count: 19_371 } });
    const opened = await openIndex(harness.current(), openAdvisoryFiles(folder), harness.verifiers);
    if (!opened.ok) throw new Error(opened.fault);
    index = indexOsv(opened.reader, true);
  }, 240_000);
  afterAll(async () => {
    index?.reader.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are read whole: every record, every ecosystem, and nothing is left behind but the index', () => {
    const [report] = harness.reports;

    expect(report?.unread).toEqual([]);
    expect(Object.keys(report?.files ?? {})).toHaveLength(16);
    expect(Object.keys(index.reader.facts.ecosystems)).toEqual(
      expect.arrayContaining(Object.keys(report?.files ?? {})),
    );
    expect(readdirSync(folder)).toHaveLength(1);
    expect(recordsFault(index.reader, harness.current())).toBeUndefined();
    expect(indexFault(index)).toBeUndefined();
  });

  it('give every id that OSV.dev answered', () => {
    const cases = readFileSync(answersFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedAnswer);

    const missed = cases.flatMap(({ purl, expect: { ids_include: expected } }) => {
      const query = readPackage(purl);
      if (!query.ok) return [`${purl} is ${query.reason}`];
      const { findings } = assess(query, index.advisoriesOf(query.ecosystem, query.names));
      const found = findings.flatMap(({ ids }) => ids);
      return expected.filter((id) => !found.includes(id)).map((id) => `${purl} ${id}`);
    });

    expect(cases.length).toBeGreaterThan(50);
    expect(missed).toEqual([]);
  });

  it('do not call a mistyped package clean, and name the one that was meant', () => {
    const report = checkPurls(index, [
      'pkg:npm/lodahs@1.0.0',
      'pkg:pypi/reqeusts@2.0',
      'pkg:npm/unheard-of-so-far@1.0.0',
    ]);

    expect(report).toMatchObject({ count: 3, clean: 0, unlisted: 3, vulnerable: 0 });
    expect(report.results).toMatchObject([
      { known_package: false, minimum_safe: null, similar: ['lodash'] },
      { known_package: false, minimum_safe: null, similar: ['requests'] },
      { known_package: false, minimum_safe: null, similar: [] },
    ]);
  });

  it('find every listed name again from one edit away', () => {
    const names: { readonly ecosystem: Ecosystem; readonly name: string }[] = [];
    for (let last: PackagePlace | null = null; ;) {
      const page: ReturnType<OsvIndex['reader']['packagesAfter']> = index.reader.packagesAfter(last, 500);
      for (const { ecosystem, name, advisories, malware } of page) {
        if (malware < advisories) names.push({ ecosystem: ecosystem as Ecosystem, name });
      }
      if (page.length < 500) break;
      last = page.at(-1)!;
    }

    const missed = names.filter(({ ecosystem, name }, n) => {
      const at = n % name.length;
      const edits = [name.slice(0, at) + name.slice(at + 1), `${name.slice(0, at)}\u00fc${name.slice(at)}`];
      return edits.some((edit) => edit !== '' && !index.similarTo?.(ecosystem, [edit]).includes(name));
    });

    expect(names.length).toBeGreaterThan(5_000);
    expect(missed).toEqual([]);
  });

  it('answer the same from their pack', () => {
    const bytes = packOf(index.reader);

    expect(differencesOf(index.reader, openPack(bytes), { cves: ['CVE-1999-1'] }, 400)).toEqual([]);
    expect(bytes.length).toBeLessThan(3_000_000);
  });

  it('are not published twice', async () => {
    expect(await publish()).toMatchObject({ kind: 'unchanged', how: 'not_modified' });
    expect(readdirSync(folder)).toHaveLength(1);
  }, 240_000);
});

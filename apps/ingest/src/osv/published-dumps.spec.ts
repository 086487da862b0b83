import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { indexFault, indexOsv, openIndex, publishAdvisories, recordsFault, type OsvIndex } from '@stackcheck/datasets';
import { AdvisoryWorld } from '@stackcheck/datasets/testing';
import { assess, readPackage } from '@stackcheck/osv-core';
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
  const world = new AdvisoryWorld();
  let folder: string;
  let server: BucketServer;
  let index: OsvIndex;

  const publish = () => {
    const files = openAdvisoryFiles(folder);
    const uses = {
      folder,
      archives: inlineArchiveReader,
      clock: systemClock,
      sleep: () => Promise.resolve(),
      random: Math.random,
    };
    const bucket = new HttpBucket(server.url, uses);
    return publishAdvisories(world.uses({ files, bucket, bucketUrl: server.url }));
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stackcheck-dumps-'));
    server = await startBucketServer(dumps);
    const outcome = await publish();
    expect(outcome).toMatchObject({ kind: 'published', manifest: { record_count: 19_371 } });
    const opened = await openIndex(world.current(), openAdvisoryFiles(folder), world.verifiers);
    if (!opened.ok) throw new Error(opened.fault);
    index = indexOsv(opened.reader, true);
  }, 120_000);
  afterAll(async () => {
    index?.reader.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are read whole: every record, every ecosystem, and nothing is left behind but the index', () => {
    const [report] = world.reports;

    expect(report?.unread).toEqual([]);
    expect(Object.keys(report?.files ?? {})).toHaveLength(16);
    expect(Object.keys(index.reader.facts.ecosystems)).toEqual(
      expect.arrayContaining(Object.keys(report?.files ?? {})),
    );
    expect(readdirSync(folder)).toHaveLength(1);
    expect(recordsFault(index.reader, world.current())).toBeUndefined();
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

  it('are not published twice', async () => {
    expect(await publish()).toMatchObject({ kind: 'unchanged', how: 'not_modified' });
    expect(readdirSync(folder)).toHaveLength(1);
  }, 120_000);
});

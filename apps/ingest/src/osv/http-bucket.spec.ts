import { pbkdf2 } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@stackcheck/contract';
import { UpstreamError, UpstreamShapeError, type DumpReading } from '@stackcheck/datasets/fetch';
import { openIndex } from '@stackcheck/datasets/osv';
import { IndexFileError } from '@stackcheck/datasets/snapshot';
import { AdvisoryHarness, smallBucket } from '@stackcheck/datasets/testing';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { folderFiles, startBucketServer, type BucketAnswer, type BucketServer } from '../testing/bucket-server';
import { zipOf, type PackedFile } from '../testing/zip-writer';
import { inlineArchiveReader } from './archive-reader';
import { HttpBucket } from './http-bucket';

const pbkdf2Later = promisify(pbkdf2);

let folder: string;
let server: BucketServer;
let bucket: HttpBucket;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-bucket-'));
  server = await startBucketServer();
  bucket = new HttpBucket(`${server.url}/`, {
    folder,
    archives: inlineArchiveReader,
    clock: systemClock,
    sleep: () => Promise.resolve(),
    random: () => 0,
    plan: { tries: 2, firstWaitMs: 1, waitMaxMs: 1, retryAfterMaxMs: 1_000 },
  });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The ids of what was read, and the names of what was not. */
const namesOf = (batches: readonly (readonly DumpReading[])[]) =>
  batches.flat().map((reading) => (reading.ok ? reading.advisory.id : reading.name));

const record = (id: string): PackedFile => {
  const json = JSON.stringify({ id, modified: '2026-01-01T00:00:00Z' });
  return { name: `${id}.json`, bytes: Buffer.from(json) };
};
const [A, B] = [record('GHSA-1'), record('GHSA-2')];

describe('a bucket over HTTP', () => {
  it('is asked for names with blanks and dots, and leaves no download behind', async () => {
    server.files.set('Red Hat/all.zip', zipOf([A, B]));
    server.files.set(
      'Red Hat/modified_id.csv',
      Buffer.from('2026-01-02T00:00:00Z,GHSA-2\r\n2026-01-01T00:00:00Z,GHSA-1'),
    );
    server.files.set('Red Hat/GHSA-1.json', A.bytes);
    server.files.set('ecosystems.txt', Buffer.from('npm\nRed Hat\n'));

    expect(await bucket.ecosystems()).toBe('npm\nRed Hat\n');
    expect(namesOf(await all(bucket.dump('Red Hat')))).toEqual(['GHSA-1', 'GHSA-2']);
    expect((await all(bucket.changes('Red Hat'))).flat()).toEqual([
      '2026-01-02T00:00:00Z,GHSA-2',
      '2026-01-01T00:00:00Z,GHSA-1',
    ]);
    expect(Buffer.from((await bucket.record('Red Hat', 'GHSA-1')) as Uint8Array).toString()).toBe(A.bytes.toString());
    expect(await bucket.record('Red Hat', 'GHSA-9')).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('can be left at any line or file', async () => {
    const files = Array.from({ length: 2_000 }, (_, n) => record(`GHSA-${n}`));
    server.files.set('npm/all.zip', zipOf(files));
    server.files.set('npm/modified_id.csv', Buffer.from('a\n'.repeat(100_000)));

    for await (const lines of bucket.changes('npm')) if (lines.length > 0) break;
    for await (const readings of bucket.dump('npm')) if (readings.length > 0) break;

    expect(readdirSync(folder)).toEqual([]);
  });

  it('reads lines that span the pieces in which they come', async () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `2026-01-01T00:00:00Z,GHSA-${n}-é`);
    server.files.set('npm/modified_id.csv', Buffer.from(lines.join('\n')));

    expect((await all(bucket.changes('npm'))).flat()).toEqual(lines);
  });

  it('says which archive is none', async () => {
    server.files.set('npm/all.zip', Buffer.from('{}'));

    const failed = all(bucket.dump('npm'));

    await expect(failed).rejects.toThrow(UpstreamShapeError);
    await expect(failed).rejects.toThrow('all.zip of npm is no sound archive');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is asked again after a failure that may pass', async () => {
    let asked = 0;
    const once =
      (answer: BucketAnswer): BucketAnswer =>
      (request, response) => {
        asked += 1;
        if (asked === 1) return void response.writeHead(503).end();
        if (typeof answer === 'function') return answer(request, response);
        response.end(answer);
      };
    server.files.set('npm/all.zip', once(zipOf([A])));

    expect(namesOf(await all(bucket.dump('npm')))).toEqual(['GHSA-1']);
    asked = 0;
    server.files.set('npm/GHSA-1.json', once(A.bytes as Buffer));
    expect(await bucket.record('npm', 'GHSA-1')).toBeInstanceOf(Uint8Array);
  });

  it.each<[string, BucketAnswer, string]>([
    ['is not there', (_request, response) => response.writeHead(404).end(), 'upstream answered 404 (npm/all.zip)'],
    ['is forbidden', (_request, response) => response.writeHead(403).end(), 'upstream answered 403 (npm/all.zip)'],
    ['fails for good', (_request, response) => response.writeHead(500).end(), 'upstream answered 500 (npm/all.zip)'],
    [
      'is a page',
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      'upstream answered with an HTML page (npm/all.zip)',
    ],
    [
      'is elsewhere',
      (_request, response) => response.writeHead(302, { location: 'https://elsewhere.test/' }).end(),
      'upstream redirects to another host (npm/all.zip)',
    ],
    [
      'is compressed without being asked for',
      (_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
      'upstream answered in an encoding not asked for (npm/all.zip)',
    ],
    [
      'announces too much',
      (_request, response) => void response.writeHead(200, { 'content-length': 2 ** 31 }).write('x'),
      "upstream's file is larger than 1073741824 bytes (npm/all.zip)",
    ],
    [
      'breaks off',
      (_request, response) =>
        void response.writeHead(200, { 'content-length': 99 }).write('x', () => response.destroy()),
      'upstream could not be read',
    ],
  ])('gives nothing but a reason when an archive %s', async (_what, answer, reason) => {
    server.files.set('npm/all.zip', answer);

    const failed = all(bucket.dump('npm'));

    await expect(failed).rejects.toThrow(UpstreamError);
    await expect(failed).rejects.toThrow(reason);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves nothing behind where a reply ends before its file was opened', async () => {
    server.files.set('npm/all.zip', (_request, response) => {
      response.writeHead(200, { 'content-length': 99 }).write('x', () => response.destroy());
    });
    // Files are opened by the threads that are at work on these.
    const busy = Promise.all(Array.from({ length: 8 }, () => pbkdf2Later('x', 'x', 200_000, 32, 'sha512')));

    await expect(all(bucket.dump('npm'))).rejects.toThrow(UpstreamError);
    await busy;
    await readdir(folder);

    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not take an endless list of ecosystems, line or record', async () => {
    server.files.set('ecosystems.txt', Buffer.alloc(1024 * 1024 + 1, 'x'));
    server.files.set('npm/modified_id.csv', Buffer.alloc(100_000, 'x'));
    server.files.set('npm/GHSA-1.json', Buffer.alloc(8 * 1024 * 1024 + 1));

    await expect(bucket.ecosystems()).rejects.toThrow(UpstreamShapeError);
    await expect(all(bucket.changes('npm'))).rejects.toThrow('a line has more than 4096 characters');
    expect(await bucket.record('npm', 'GHSA-1')).toEqual({ fault: 'it is larger than 8388608 bytes' });
  });

  it('says so when a download cannot be written', async () => {
    server.files.set('npm/all.zip', zipOf([A]));
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const blocked = new HttpBucket(server.url, {
      folder: join(file, 'osv'),
      archives: inlineArchiveReader,
      clock: systemClock,
      sleep: () => Promise.resolve(),
      random: () => 0,
    });

    await expect(all(blocked.dump('npm'))).rejects.toThrow(IndexFileError);
  });
});

test('a small bucket becomes a snapshot, and what changes in it the next one', async () => {
  const harness = new AdvisoryHarness();
  const small = smallBucket();
  server.files.set('ecosystems.txt', Buffer.from([...small.folders.keys()].join('\n')));
  for (const [ecosystem, records] of small.folders) {
    for (const [path, bytes] of folderFiles(ecosystem, [...records.values()])) server.files.set(path, bytes);
  }
  const advisoryFiles = openAdvisoryFiles(folder);
  const addresses = { urls: [server.url], companions: [] };
  const first = await harness.published({ bucket: () => bucket, addresses, advisoryFiles });
  const changed = {
    ...small.folders.get('npm')!.get('GHSA-35jh-r3h4-6jhm')!,
    modified: '2026-11-20T07:00:00Z',
    summary: 'new',
  };
  small.put('npm', changed);
  small.put('RubyGems', changed);
  for (const ecosystem of ['npm', 'RubyGems']) {
    for (const [path, bytes] of folderFiles(ecosystem, [...small.folders.get(ecosystem)!.values()]))
      server.files.set(path, bytes);
  }
  server.asked.length = 0;
  harness.clock.advance(3_600_000);

  const second = await harness.published({ bucket: () => bucket, addresses, advisoryFiles });

  expect(second.prev_snapshot_id).toBe(first.snapshot_id);
  expect(server.asked.filter((path) => path.endsWith('.zip'))).toEqual([]);
  expect(server.asked.filter((path) => path.endsWith('.json'))).toEqual([
    'RubyGems/GHSA-35jh-r3h4-6jhm.json',
    'npm/GHSA-35jh-r3h4-6jhm.json',
  ]);
  const opened = await openIndex(harness.current(), advisoryFiles, harness.verifiers);
  expect(opened.ok && opened.reader.find('GHSA-35jh-r3h4-6jhm')?.summary).toBe('new');
  expect(readdirSync(folder)).toHaveLength(2);
});

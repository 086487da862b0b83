import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { systemClock } from '@stackcheck/contract';
import { IndexFileError, openIndex, UpstreamError, UpstreamShapeError, type DumpFile } from '@stackcheck/datasets';
import { AdvisoryWorld, smallBucket } from '@stackcheck/datasets/testing';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { folderFiles, startBucketServer, type BucketAnswer, type BucketServer } from '../testing/bucket-server';
import { zipOf, type PackedFile } from '../testing/zip-writer';
import { HttpBucket } from './http-bucket';

let folder: string;
let server: BucketServer;
let bucket: HttpBucket;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-bucket-'));
  server = await startBucketServer();
  bucket = new HttpBucket(`${server.url}/`, {
    folder,
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

const texts = (files: readonly DumpFile[]) =>
  files.map(({ name, content }) => [
    name,
    content instanceof Uint8Array ? Buffer.from(content).toString() : content.fault,
  ]);

const A: PackedFile = { name: 'GHSA-1.json', bytes: Buffer.from('{"id":"GHSA-1"}') };
const B: PackedFile = { name: 'GHSA-2.json', bytes: Buffer.from('{"id":"GHSA-2"}') };

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
    expect(texts(await all(bucket.dump('Red Hat')))).toEqual(
      [A, B].map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
    );
    expect(await all(bucket.changes('Red Hat'))).toEqual([
      '2026-01-02T00:00:00Z,GHSA-2',
      '2026-01-01T00:00:00Z,GHSA-1',
    ]);
    expect(Buffer.from((await bucket.record('Red Hat', 'GHSA-1')) as Uint8Array).toString()).toBe('{"id":"GHSA-1"}');
    expect(await bucket.record('Red Hat', 'GHSA-9')).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('can be left at any line or file', async () => {
    server.files.set('npm/all.zip', zipOf([A, B]));
    server.files.set('npm/modified_id.csv', Buffer.from('a\n'.repeat(100_000)));

    for await (const line of bucket.changes('npm')) if (line === 'a') break;
    for await (const { name } of bucket.dump('npm')) if (name === A.name) break;

    expect(readdirSync(folder)).toEqual([]);
  });

  it('reads lines and files that span the pieces in which they come', async () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `2026-01-01T00:00:00Z,GHSA-${n}-é`);
    const files = Array.from({ length: 3_000 }, (_, n) => ({
      name: `G-${n}.json`,
      bytes: Buffer.from(`${n}`.repeat(99)),
    }));
    const large = {
      name: 'large.json',
      bytes: Buffer.from(Array.from({ length: 400_000 }, (_, n) => (n * 7919) % 9973).join()),
    };
    server.files.set('npm/modified_id.csv', Buffer.from(lines.join('\n')));
    server.files.set('npm/all.zip', zipOf([...files, large]));

    expect(await all(bucket.changes('npm'))).toEqual(lines);
    expect(texts(await all(bucket.dump('npm')))).toEqual(
      [...files, large].map(({ name, bytes }) => [name, bytes.toString()]),
    );
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

    expect(await all(bucket.dump('npm'))).toHaveLength(1);
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
      clock: systemClock,
      sleep: () => Promise.resolve(),
      random: () => 0,
    });

    await expect(all(blocked.dump('npm'))).rejects.toThrow(IndexFileError);
  });
});

describe('an archive', () => {
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));

  it.each<[what: string, file: PackedFile, fault: string]>([
    ['states a larger file than is read', { ...B, stated: { size: 9_000_000 } }, 'it is larger than 8388608 bytes'],
    ['hides a large file behind a small size', { ...B, packed: bomb }, 'it cannot be unpacked'],
    ['states another size', { ...B, stated: { size: 3 } }, 'it cannot be unpacked'],
    ['states a larger size', { ...B, stated: { size: 99 } }, 'it has another size than its archive says'],
    ['states another checksum', { ...B, stated: { crc32: 7 } }, 'it has another checksum than its archive says'],
    ['holds what cannot be unpacked', { ...B, packed: Buffer.from('not deflated') }, 'it cannot be unpacked'],
    ['packs in another way', { ...B, stated: { method: 99 } }, 'its packing 99 is unknown'],
    ['is encrypted', { ...B, stated: { flags: 1 } }, 'it is encrypted'],
  ])('that %s gives its other files', async (_what, file, fault) => {
    server.files.set('npm/all.zip', zipOf([A, file, { ...A, name: 'GHSA-3.json' }]));

    expect(texts(await all(bucket.dump('npm')))).toEqual([
      ['GHSA-1.json', '{"id":"GHSA-1"}'],
      ['GHSA-2.json', fault],
      ['GHSA-3.json', '{"id":"GHSA-1"}'],
    ]);
  });

  it('may hold folders and files that are not packed', async () => {
    server.files.set(
      'npm/all.zip',
      zipOf([
        { name: 'x/', bytes: Buffer.alloc(0) },
        { ...A, packed: A.bytes, stated: { method: 0 } },
      ]),
    );

    expect(texts(await all(bucket.dump('npm')))).toEqual([['GHSA-1.json', '{"id":"GHSA-1"}']]);
  });

  const whole = zipOf([A, B]);
  const changed = (at: number, byte: number): Buffer => {
    const copy = Buffer.from(whole);
    copy[at] = byte;
    return copy;
  };

  it.each<[string, Buffer, string]>([
    ['empty', Buffer.alloc(0), 'is no sound archive'],
    ['JSON', Buffer.from('{}'), 'is no sound archive'],
    ['zeros', Buffer.alloc(5_000), 'is no sound archive'],
    ['cut off in its directory', whole.subarray(0, whole.length - 30), 'is no sound archive'],
    ['cut off in its files', Buffer.concat([whole.subarray(40)]), ''],
    ['followed by something', Buffer.concat([whole, Buffer.from('tail')]), 'is no sound archive'],
    ['without a header of a file', changed(0, 0), 'has a file whose header is missing'],
    ['with a damaged directory', changed(whole.indexOf('PK\x01\x02'), 0), 'is no sound archive'],
    [
      'with a name that leads out',
      zipOf([A, { ...B, name: '../../x.json' }]),
      'is no sound archive: invalid relative path',
    ],
    ['with an absolute name', zipOf([{ ...A, name: '/etc/x.json' }]), 'is no sound archive: absolute path'],
    ['with a name of Windows', zipOf([{ ...A, name: 'C:\\x.json' }]), 'is no sound archive'],
    ['with a file beyond its end', zipOf([{ ...A, stated: { localOffset: 1_000_000 } }]), 'is cut off'],
    ['with a file longer than itself', zipOf([A, { ...B, stated: { packedSize: 100_000 } }]), 'is cut off'],
    [
      'that unpacks to more than is believed',
      zipOf(Array.from({ length: 5 }, (_, n) => ({ ...A, name: `${n}.json`, stated: { size: 0xffff_fff0 } }))),
      'unpacks to more than',
    ],
  ])('%s is refused with its reason', async (_what, bytes, reason) => {
    server.files.set('npm/all.zip', bytes);

    const failed = all(bucket.dump('npm'));

    await expect(failed).rejects.toThrow(UpstreamShapeError);
    await expect(failed).rejects.toThrow(`all.zip of npm ${reason}`);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('a small bucket becomes a snapshot, and what changes in it the next one', async () => {
  const world = new AdvisoryWorld();
  const small = smallBucket();
  server.files.set('ecosystems.txt', Buffer.from([...small.folders.keys()].join('\n')));
  for (const [ecosystem, records] of small.folders) {
    for (const [path, bytes] of folderFiles(ecosystem, [...records.values()])) server.files.set(path, bytes);
  }
  const files = openAdvisoryFiles(folder);
  const first = await world.published({ bucket, bucketUrl: server.url, files });
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
  world.clock.advance(3_600_000);

  const second = await world.published({ bucket, bucketUrl: server.url, files });

  expect(second.prev_snapshot_id).toBe(first.snapshot_id);
  expect(server.asked.filter((path) => path.endsWith('.zip'))).toEqual([]);
  expect(server.asked.filter((path) => path.endsWith('.json'))).toEqual([
    'RubyGems/GHSA-35jh-r3h4-6jhm.json',
    'npm/GHSA-35jh-r3h4-6jhm.json',
  ]);
  const opened = await openIndex(world.current(), files, world.verifiers);
  expect(opened.ok && opened.reader.find('GHSA-35jh-r3h4-6jhm')?.summary).toBe('new');
  expect(readdirSync(folder)).toHaveLength(2);
});

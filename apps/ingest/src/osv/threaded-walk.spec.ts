import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { AdvisoryHarness, smallBucket, someAdvisory, toRaw, type RawRecord } from '@stackcheck/datasets/testing';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { sourceThreads } from '../testing/archive-threads';
import { folderFiles, startBucketServer, type BucketServer } from '../testing/bucket-server';
import { inlineArchiveReader, type ArchiveReader } from './archive-reader';
import { HttpBucket } from './http-bucket';

const threads = sourceThreads(2);
let folder: string;
let server: BucketServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-walk-'));
  server = await startBucketServer();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => threads.close());

/** Serves the small bucket with so many more records of npm, the last ones changed like this. */
function serve(more: number, change: (record: RawRecord, n: number) => object): void {
  const { folders } = smallBucket();
  server.files.set('ecosystems.txt', Buffer.from([...folders.keys()].join('\n')));
  for (const [ecosystem, records] of folders) {
    const added = Array.from({ length: ecosystem === 'npm' ? more : 0 }, (_, n) => {
      const raw = toRaw(someAdvisory(`GHSA-more-${n % 7}-${n}`));
      return { ...raw, ...change(raw, n) } as RawRecord;
    });
    for (const [path, bytes] of folderFiles(ecosystem, [...records.values(), ...added])) server.files.set(path, bytes);
  }
}

/** How the walk ended, and the index files that it left. */
async function walk(archives: ArchiveReader) {
  const harness = new AdvisoryHarness();
  const path = join(folder, archives === threads ? 'threads' : 'inline');
  const deps = { folder: path, archives, clock: systemClock, sleep: () => Promise.resolve(), random: () => 0 };
  // The threads are there for all walks of this file.
  const bucket = Object.assign(new HttpBucket(server.url, deps), { close: () => Promise.resolve() });
  const outcome = await harness.publish({ bucket: () => bucket, advisoryFiles: openAdvisoryFiles(path) });
  return {
    outcome: outcome.kind === 'published' ? outcome.manifest.sha256 : outcome,
    records: outcome.kind === 'published' ? outcome.manifest.record_count : undefined,
    files: readdirSync(path),
    reports: harness.reports,
  };
}

describe('with threads the walk ends as without them, with the same file, byte for byte', () => {
  it.each<[what: string, more: number, change: (record: RawRecord, n: number) => object, end: object]>([
    ['many records', 900, () => ({}), { outcome: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
    [
      'a few that cannot be read',
      900,
      (_record, n) => (n % 300 === 7 ? { affected: 'none' } : {}),
      { outcome: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    ],
    [
      'one id twice, changed later the second time',
      300,
      ({ modified }, n) =>
        n > 200 ? { id: 'GHSA-twice', modified: n === 250 ? '2026-11-20T00:00:00Z' : modified } : {},
      { outcome: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    ],
    [
      'too many that cannot be read',
      900,
      (_record, n) => (n % 10 === 7 ? { affected: 'none' } : {}),
      { outcome: { kind: 'refused', rules: ['unreadable'] } },
    ],
  ])('%s', async (_what, more, change, end) => {
    serve(more, change);

    const [inline, threaded] = [await walk(inlineArchiveReader), await walk(threads)];

    expect(threaded).toEqual(inline);
    expect(inline).toMatchObject(end);
  });

  it('an archive that is none', async () => {
    serve(0, () => ({}));
    server.files.set('npm/all.zip', Buffer.from('{}'));

    const [inline, threaded] = [await walk(inlineArchiveReader), await walk(threads)];

    expect(threaded).toEqual(inline);
    expect(inline).toMatchObject({ outcome: { kind: 'refused', rules: ['upstream_shape'] }, files: [] });
  });

  it('a thread that breaks down leaves nothing published and nothing behind', async () => {
    serve(0, () => ({}));
    const broken = sourceThreads(1, { execArgv: ['--require', join(__dirname, '../testing/end-thread.js')] });
    const harness = new AdvisoryHarness();
    const deps = { folder, archives: broken, clock: systemClock, sleep: () => Promise.resolve(), random: () => 0 };

    const walked = harness.publish({
      bucket: () => new HttpBucket(server.url, deps),
      advisoryFiles: openAdvisoryFiles(folder),
    });

    await expect(walked).rejects.toThrow('ended with code 7');
    expect(harness.store.list('osv')).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    await broken.close();
  });

  it('a thread that hangs is ended, which is the outcome of the refresh and shows in /health', async () => {
    serve(2_000, () => ({}));
    const hanging = sourceThreads(2, { execArgv: ['--require', join(__dirname, '../testing/hang-thread.js')] }, 300);
    const harness = new AdvisoryHarness();
    const deps = { folder, archives: hanging, clock: systemClock, sleep: () => Promise.resolve(), random: () => 0 };

    const outcome = await harness.publish({
      bucket: () => new HttpBucket(server.url, deps),
      advisoryFiles: openAdvisoryFiles(folder),
    });

    const reason = 'a thread that reads archives did nothing for 0 s and was ended';
    expect(outcome).toEqual({ kind: 'failed', reason });
    expect(harness.store.state('osv').refusal).toBe(reason);
    expect([harness.store.list('osv'), readdirSync(folder)]).toEqual([[], []]);
    await hanging.close();
  });

  it('a thread that has nothing to read may be idle for as long as it likes', async () => {
    serve(300, () => ({}));
    const idle = sourceThreads(1, {}, 2_000);
    expect(await walk(idle)).toMatchObject({ records: expect.any(Number) as number });
    await new Promise((resolve) => setTimeout(resolve, 2_500));

    rmSync(join(folder, 'inline'), { recursive: true });
    expect(await walk(idle)).toMatchObject({ records: expect.any(Number) as number });
    await idle.close();
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { LiveSnapshots, type EolSnapshot, type PublishOutcome } from '@stackcheck/datasets';
import { feedBytes, smallFeed, withProduct } from '@stackcheck/datasets/testing';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import { runIngestOnce } from '.';
import { runCli } from './cli';
import { readIngestConfig, type IngestConfig } from './config';
import { readVerifiers } from './keys';
import { startFeedServer, type FeedServer } from './testing/feed-server';
import { ended, spawnTypeScript } from './testing/spawn-typescript';

const corpora = resolve(__dirname, '../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feedFile = join(corpora, '../data/endoflife/products-full.json');
const there = existsSync(feedFile);

let folder: string;
let server: FeedServer;
let env: Record<string, string>;
let config: IngestConfig;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-ingest-'));
  server = await startFeedServer();
  env = { DATA_DIR: folder, EOL_UPSTREAM_URL: server.url, LOG_LEVEL: 'silent' };
  config = readIngestConfig(env);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const quick = { timing: { sleep: () => Promise.resolve(), every: () => () => undefined } };

async function ingest(override: object = quick): Promise<PublishOutcome> {
  const [report] = await runIngestOnce(config, { override });
  return report!.outcome;
}

/** What the API would serve now. */
async function serve() {
  const reader = openSnapshotReader(config.snapshotsFile);
  const live = new LiveSnapshots({ reader, verifiers: () => readVerifiers(config.keySetFile), clock: systemClock });
  await live.refresh();
  const result = { snapshot: live.current('eol'), status: live.status('eol'), listed: reader.list('eol').length };
  reader.close();
  return result;
}

async function cli(...args: readonly string[]) {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const code = await runCli(args, { env, print: write, complain: write, stop: new AbortController().signal });
  return { code, text: lines.join('\n') };
}

function newer(latest: string): Uint8Array {
  return feedBytes(
    withProduct(smallFeed(), 'php', (product) => ({
      ...product,
      releases: [
        { ...product.releases[0]!, latest: { name: latest, date: null, link: null } },
        ...product.releases.slice(1),
      ],
    })),
  );
}

(there ? describe : describe.skip)(`the real feed${there ? '' : ' (products-full.json is missing)'}`, () => {
  const feed = there ? readFileSync(feedFile) : Buffer.alloc(0);

  it('is ingested whole, verifies as the API verifies, and is not published twice', async () => {
    server.serve(feed, '"one"');
    const first = await ingest();
    const second = await ingest();
    server.serve(feed, '"two"');
    const third = await ingest();

    expect(first).toMatchObject({ kind: 'published', manifest: { record_count: 464 } });
    expect(second).toMatchObject({ kind: 'unchanged', how: 'not_modified' });
    expect(third).toMatchObject({ kind: 'unchanged', how: 'same_content' });
    const { snapshot, status, listed } = await serve();
    expect(listed).toBe(1);
    expect(status).toMatchObject({ loaded: true, freshness: 'fresh', recordCount: 464, loadFault: null });
    const { snapshot: content } = JSON.parse(Buffer.from(snapshot!.download).toString()) as { snapshot: EolSnapshot };
    expect(content.products).toHaveLength(464);
    expect(content.products.flatMap(({ cycles }) => cycles)).toHaveLength(8_351);
    expect(snapshot!.index.products.find('node')!.product.id).toBe('nodejs');
  });

  it.each<[string, string, (document: { result: Record<string, never>[]; total: number }) => void]>([
    [
      'lost a sixth of its products',
      'shrunken',
      (document) => {
        document.result = document.result.filter(({ category }) => category !== ('lang' as never)).slice(0, 380);
        document.total = document.result.length;
      },
    ],
    [
      'moved an end of life of the past',
      'canary_changed',
      (document) => {
        const { releases } = document.result.find(({ name }) => name === ('debian' as never)) as unknown as {
          releases: Record<string, string>[];
        };
        releases.find(({ name }) => name === '9')!['eolFrom'] = '2031-06-30';
      },
    ],
    [
      'named a product "manifest"',
      'reserved_word',
      (document) => {
        Object.assign(document.result[100]!, { name: 'manifest' });
      },
    ],
    [
      'lost a flag',
      'upstream_shape',
      (document) => {
        delete (document.result[7] as unknown as { releases: Record<string, unknown>[] }).releases[0]!['isEol'];
      },
    ],
  ])('is refused when it %s, and the last good snapshot stays', async (_what, rule, spoil) => {
    server.serve(feed, '"one"');
    await ingest();
    const document = JSON.parse(feed.toString()) as { result: Record<string, never>[]; total: number };
    spoil(document);
    server.serve(Buffer.from(JSON.stringify(document)), '"two"');

    const outcome = await ingest();

    expect(outcome.kind === 'refused' && outcome.rules).toContain(rule);
    const { status } = await serve();
    expect(status).toMatchObject({
      loaded: true,
      recordCount: 464,
      freshness: 'fresh',
      refusal: expect.stringContaining(rule) as string,
    });
  });
});

describe('one run of the worker', () => {
  it('keeps its key to the owner, publishes the public one, and makes neither anew', async () => {
    server.serve(feedBytes(smallFeed()), '"one"');
    await ingest();
    const key = readFileSync(config.signingKeyFile, 'utf8');
    const set = readFileSync(config.keySetFile, 'utf8');
    await ingest();

    expect(statSync(config.signingKeyFile).mode & 0o777).toBe(0o600);
    expect(statSync(config.snapshotsFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(config.signingKeyFile, 'utf8')).toBe(key);
    expect(readFileSync(config.keySetFile, 'utf8')).toBe(set);
    expect(set).not.toContain('"d"');
  });

  it('keeps old public keys when the private one is replaced, and publishes under the new one', async () => {
    server.serve(feedBytes(smallFeed()), '"one"');
    await ingest();
    rmSync(config.signingKeyFile);

    const outcome = await ingest();

    expect(outcome.kind).toBe('published');
    expect(readVerifiers(config.keySetFile).size).toBe(2);
    expect((await serve()).status.loadFault).toBeNull();
  });

  it.each<[string, Parameters<FeedServer['answer']>[0], PublishOutcome['kind']]>([
    ['an HTML error page', (_q, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<p>'), 'failed'],
    ['an empty reply', (_q, r) => r.writeHead(200).end(), 'failed'],
    [
      'a reply shorter than announced',
      (_q, r) => void r.writeHead(200, { 'content-length': 999 }).write('{', () => r.destroy()),
      'failed',
    ],
    ['a server error', (_q, r) => r.writeHead(500).end(), 'failed'],
    ['zeros', (_q, r) => r.writeHead(200).end(Buffer.alloc(5_000)), 'refused'],
  ])('keeps the last good snapshot on %s', async (_what, answer, kind) => {
    server.serve(feedBytes(smallFeed()), '"one"');
    await ingest();
    server.answer(answer);

    expect((await ingest()).kind).toBe(kind);

    expect((await serve()).status).toMatchObject({
      loaded: true,
      freshness: 'fresh',
      refusal: expect.any(String) as string,
    });
  });

  it('shares the work when two run at once: one publishes, the other finds nothing new', async () => {
    server.serve(feedBytes(smallFeed()), '"one"');
    const waiting = {
      timing: { sleep: () => new Promise<void>((done) => setTimeout(done, 5)), every: () => () => undefined },
    };

    const outcomes = await Promise.all([ingest(waiting), ingest(waiting), ingest(waiting)]);

    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['published', 'unchanged', 'unchanged']);
    expect((await serve()).listed).toBe(1);
  });
});

describe('a worker that is killed', () => {
  it('at any step of the publishing transaction leaves the old snapshot or the whole new one', async () => {
    const child = join(__dirname, 'testing/die-in-publish.ts');
    const { fakeSnapshot } = await import('@stackcheck/datasets/testing');
    const { openSnapshotStore } = await import('@stackcheck/store-sqlite/snapshots');
    const [one, two] = [fakeSnapshot(1, null), fakeSnapshot(2, fakeSnapshot(1, null).manifest)];
    let killed = 0;

    for (let step = 1; ; step += 3) {
      const file = join(folder, `killed-${step}.db`);
      const store = openSnapshotStore(file);
      store.publish(store.acquireLease('eol', 'first', 0, 1)!, one, { etag: '"1"', lastModified: null }, 1);
      store.close();

      const { code, signal, output } = await ended(spawnTypeScript(child, [file, String(step)]));

      const reader = openSnapshotReader(file);
      const state = reader.state('eol');
      const listed = reader.list('eol');
      reader.close();
      if (code === 0) {
        expect([state.currentSnapshotId, state.etag]).toEqual([two.manifest.snapshot_id, '"2"']);
        break;
      }
      expect([signal, output]).toEqual(['SIGKILL', '']);
      expect([state.currentSnapshotId, state.etag]).toEqual([one.manifest.snapshot_id, '"1"']);
      expect(listed).toEqual([one.manifest]);
      killed += 1;
    }

    expect(killed).toBeGreaterThanOrEqual(5);
  });

  it('at any moment of a run leaves a snapshot that verifies, and the next run goes on', async () => {
    server.serve(newer('1.0'), '"0"');
    await ingest();

    for (let round = 1; round <= 5; round += 1) {
      server.serve(newer(`1.${round}`), `"${round}"`);
      const child = spawnTypeScript(join(__dirname, 'main.ts'), ['--once'], env);
      setTimeout(() => child.kill('SIGKILL'), 300 + 120 * round);
      await ended(child);
      const { snapshot, status } = await serve();
      expect(status.loadFault).toBeNull();
      const found = snapshot!.index.products.find('php')!.product.cycles[0]!.latest!.name;
      expect([`1.${round}`, `1.${round - 1}`]).toContain(found);

      // The dead worker's lease runs out; a clock a minute ahead stands for the wait.
      const clock = { now: () => systemClock.now() + round * 61_000, monotonic: () => systemClock.monotonic() };
      expect(['published', 'unchanged']).toContain((await ingest({ ...quick, clock })).kind);
    }
  });
});

describe('the command line', () => {
  it('publishes once and ends with 0, also when there is nothing new', async () => {
    server.serve(feedBytes(smallFeed()), '"one"');

    expect((await cli('--once', 'eol')).code).toBe(0);
    expect((await cli('--once')).code).toBe(0);
  });

  it('ends with 1 when upstream is refused', async () => {
    server.answer((_request, response) => response.writeHead(404).end());

    expect((await cli('--once', 'eol')).code).toBe(1);
  });

  it('publishes the starter where nothing is, and leaves real data alone', async () => {
    expect((await cli('--starter')).code).toBe(0);
    expect((await serve()).status).toMatchObject({ loaded: true, starter: true, stale: true });
    server.serve(feedBytes(smallFeed()), '"one"');
    await cli('--once');

    expect((await cli('--starter')).code).toBe(0);

    expect((await serve()).status).toMatchObject({ starter: false, stale: false });
  });

  it.each([
    ['an unknown dataset', ['--once', 'nosuch'], /no such dataset; known: eol/],
    ['an unknown option', ['--twice'], /unknown option/],
    ['an unknown subcommand', ['snapshots', 'burn'], /unknown command|too many arguments/],
    ['a missing argument', ['snapshots', 'rollback'], /missing required argument/],
    ['a count that is none', ['snapshots', 'gc', '--keep-count', '-1'], /whole number|argument missing/],
  ])('ends with 2 on %s', async (_what, args, message) => {
    const { code, text } = await cli(...args);

    expect(code).toBe(2);
    expect(text).toMatch(message);
  });

  it('ends with 2 on a wrong configuration, which --check-config finds without writing anything', async () => {
    expect(await cli('--check-config')).toEqual({ code: 0, text: 'the configuration is sound' });
    env = { ...env, EOL_UPSTREAM_URL: 'http://example.org/' };

    expect((await cli('--check-config')).code).toBe(2);
    expect((await cli('--once')).text).toMatch(/EOL_UPSTREAM_URL/);

    expect(existsSync(config.snapshotsFile)).toBe(false);
  });

  it('ends with 1 and names the file when the key or the store is unusable, and overwrites neither', async () => {
    server.serve(feedBytes(smallFeed()), '"one"');
    await cli('--once');
    writeFileSync(config.keySetFile, 'not json');
    expect(await cli('--once')).toEqual({ code: 1, text: 'the key set is no JSON' });
    expect(readFileSync(config.keySetFile, 'utf8')).toBe('not json');
    rmSync(config.keySetFile);
    writeFileSync(config.signingKeyFile, 'not a key');
    expect((await cli('--once')).text).toMatch(/no readable PEM/);
    rmSync(config.signingKeyFile);
    rmSync(config.snapshotsFile);
    writeFileSync(config.snapshotsFile, 'x'.repeat(9_000));

    const { code, text } = await cli('--once');

    expect(code).toBe(1);
    expect(text).toContain('snapshots.db');
  });

  it('lists, shows, verifies, rolls back and removes snapshots', async () => {
    for (const latest of ['1.0', '2.0', '3.0']) {
      server.serve(newer(latest), `"${latest}"`);
      await cli('--once');
    }
    const listed = (await cli('snapshots', 'list')).text;
    const ids = listed.match(/eol-\d{8}T\d{6}Z-[0-9a-f]{8}/g)!;
    expect(ids).toHaveLength(3);
    expect(listed).toMatch(new RegExp(`^\\* ${ids[0]}`));
    expect(JSON.parse((await cli('snapshots', 'show')).text)).toMatchObject({ snapshot_id: ids[0] });
    expect(JSON.parse((await cli('snapshots', 'show', ids[2]!)).text)).toMatchObject({ snapshot_id: ids[2] });
    expect((await cli('snapshots', 'show', 'eol-none')).code).toBe(1);
    expect(await cli('snapshots', 'verify')).toEqual({ code: 0, text: ids.map((id) => `${id}  ok`).join('\n') });

    const rolledBack = await cli('snapshots', 'rollback', ids[2]!);

    expect(rolledBack.code).toBe(0);
    expect(rolledBack.text).toContain(`withdrew ${ids[0]}`);
    const { snapshot } = await serve();
    expect(snapshot!.manifest.prev_snapshot_id).toBe(ids[0]);
    expect(snapshot!.index.products.find('php')!.product.cycles[0]!.latest!.name).toBe('1.0');
    expect((await cli('--once')).code).toBe(1);
    expect((await cli('snapshots', 'gc', '--keep-count', '2', '--keep-days', '0')).text).toContain('removed');
    expect((await cli('snapshots', 'verify')).code).toBe(0);
  });

  it('finds a snapshot that was changed on disk', async () => {
    server.serve(feedBytes(smallFeed()), '"one"');
    await cli('--once');
    const file = readFileSync(config.snapshotsFile);
    const at = file.indexOf('2020-01-01');
    file[at + 3]! ^= 1;
    writeFileSync(config.snapshotsFile, file);

    const { code, text } = await cli('snapshots', 'verify');

    expect(code).toBe(1);
    expect(text).toContain('SHA-256');
    expect((await serve()).status).toMatchObject({
      loaded: false,
      loadFault: expect.stringContaining('SHA-256') as string,
    });
  });
});

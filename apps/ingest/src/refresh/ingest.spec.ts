import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PublishOutcome } from '@stackcheck/datasets';
import type { EolSnapshot } from '@stackcheck/datasets/eol';
import { feedBytes, smallFeed } from '@stackcheck/datasets/testing';
import { readVerifiers } from '../keys/signing-key';
import type { FeedServer } from '../testing/feed-server';
import { WorkerHarness } from '../testing/worker-harness';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feedFile = join(corpora, '../data/endoflife/products-full.json');
const there = existsSync(feedFile);

let harness: WorkerHarness;
beforeEach(async () => {
  harness = await WorkerHarness.open();
});
afterEach(() => harness.close());

(there ? describe : describe.skip)(`the real feed${there ? '' : ' (products-full.json is missing)'}`, () => {
  const feed = there ? readFileSync(feedFile) : Buffer.alloc(0);

  it('is ingested whole, verifies as the API verifies, and is not published twice', async () => {
    harness.server.serve(feed, '"one"');
    const first = await harness.ingest();
    const second = await harness.ingest();
    harness.server.serve(feed, '"two"');
    const third = await harness.ingest();

    expect(first).toMatchObject({ kind: 'published', manifest: { record_count: 464 } });
    expect(second).toMatchObject({ kind: 'unchanged', how: 'not_modified' });
    expect(third).toMatchObject({ kind: 'unchanged', how: 'same_content' });
    const { snapshot, status, stored } = await harness.serve();
    expect(stored).toBe(1);
    expect(status).toMatchObject({ loaded: true, freshness: 'fresh', recordCount: 464, loadFault: null });
    const content = JSON.parse(Buffer.from(snapshot!.content!).toString()) as EolSnapshot;
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
    harness.server.serve(feed, '"one"');
    await harness.ingest();
    const document = JSON.parse(feed.toString()) as { result: Record<string, never>[]; total: number };
    spoil(document);
    harness.server.serve(Buffer.from(JSON.stringify(document)), '"two"');

    const outcome = await harness.ingest();

    expect(outcome.kind === 'refused' && outcome.rules).toContain(rule);
    const { status } = await harness.serve();
    expect(status).toMatchObject({
      loaded: true,
      recordCount: 464,
      freshness: 'fresh',
      refusal: expect.stringContaining(rule) as string,
    });
  });
});

describe('one run of the worker', () => {
  it('keeps its key to the owner, publishes the public one, and makes neither again', async () => {
    harness.server.serve(feedBytes(smallFeed()), '"one"');
    await harness.ingest();
    const key = readFileSync(harness.config.signingKeyFile, 'utf8');
    const set = readFileSync(harness.config.keySetFile, 'utf8');
    await harness.ingest();

    expect(statSync(harness.config.signingKeyFile).mode & 0o777).toBe(0o600);
    expect(statSync(harness.config.snapshotsFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(harness.config.signingKeyFile, 'utf8')).toBe(key);
    expect(readFileSync(harness.config.keySetFile, 'utf8')).toBe(set);
    expect(set).not.toContain('"d"');
  });

  it('keeps old public keys when the private one is replaced, and publishes under the new one', async () => {
    harness.server.serve(feedBytes(smallFeed()), '"one"');
    await harness.ingest();
    rmSync(harness.config.signingKeyFile);

    const outcome = await harness.ingest();

    expect(outcome.kind).toBe('published');
    expect(readVerifiers(harness.config.keySetFile).size).toBe(2);
    expect((await harness.serve()).status.loadFault).toBeNull();
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
    harness.server.serve(feedBytes(smallFeed()), '"one"');
    await harness.ingest();
    harness.server.answer(answer);

    expect((await harness.ingest()).kind).toBe(kind);

    expect((await harness.serve()).status).toMatchObject({
      loaded: true,
      freshness: 'fresh',
      refusal: expect.any(String) as string,
    });
  });

  it('shares the work when two run at once: one publishes, the other finds nothing new', async () => {
    harness.server.serve(feedBytes(smallFeed()), '"one"');
    const waiting = {
      timing: { sleep: () => new Promise<void>((done) => setTimeout(done, 5)), every: () => () => undefined },
    };

    const outcomes = await Promise.all([harness.ingest(waiting), harness.ingest(waiting), harness.ingest(waiting)]);

    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['published', 'unchanged', 'unchanged']);
    expect((await harness.serve()).stored).toBe(1);
  });
});

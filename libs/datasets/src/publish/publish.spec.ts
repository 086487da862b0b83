import { FixedClock } from '@stackcheck/contract/testing';
import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { eolDataset } from '../eol/dataset';
import { NO_VALIDATORS, UpstreamError } from '../upstream/upstream';
import { publishDataset } from './publish';
import type { PublishOutcome } from './publish-outcome';
import {
  FakeUpstream,
  feedBytes,
  feedWithLatest,
  IngestHarness,
  instantTiming,
  smallFeed,
  withProduct,
} from '../testing';
import { verifySnapshot } from '../life/verify-snapshot';

let harness: IngestHarness;
beforeEach(() => {
  harness = new IngestHarness();
});

function poisoned(): Uint8Array {
  return feedBytes(
    withProduct(smallFeed(), 'python', (product) => ({
      ...product,
      releases: product.releases.map((release) =>
        release.name === '2.7' ? { ...release, eolFrom: '2031-01-01' } : release,
      ),
    })),
  );
}

describe('publishing a dataset', () => {
  it('stores a snapshot that verifies, named for its dataset, time and content', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');

    const manifest = await harness.published();

    expect(manifest.snapshot_id).toMatch(/^eol-20261120T062205Z-[0-9a-f]{8}$/);
    expect(manifest.snapshot_id.endsWith(manifest.sha256.slice(0, 8))).toBe(true);
    expect(manifest).toMatchObject({
      version: 1,
      fetched_at: '2026-11-20T06:22:05Z',
      prev_snapshot_id: null,
      upstream_etag: '"a"',
      starter: false,
    });
    const verdict = verifySnapshot(eolDataset, harness.store.find('eol', manifest.snapshot_id)!, harness.verifiers);
    expect(verdict.ok && verdict.content.products).toHaveLength(smallFeed().result.length);
    expect(harness.store.state('eol')).toMatchObject({
      currentSnapshotId: manifest.snapshot_id,
      refreshedAt: harness.clock.now(),
      validators: { etag: '"a"' },
    });
  });

  it('has memory given back once upstream is read, once it is judged, and before it holds a second content', async () => {
    const releaseMemory = jest.fn();
    await harness.published('8.5.1', { releaseMemory });
    expect(releaseMemory).toHaveBeenCalledTimes(2);

    await harness.published('8.5.2', { releaseMemory });
    expect(releaseMemory).toHaveBeenCalledTimes(5);
  });

  it('asks with the validators it knows, and takes "not modified" as a refresh', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await harness.published();
    harness.clock.advance(86_400_000);

    const outcome = await harness.publish();

    expect(outcome).toEqual({ kind: 'unchanged', snapshotId: id, how: 'not_modified' });
    expect(harness.upstream.asked).toEqual([
      NO_VALIDATORS,
      { url: 'https://upstream.test/full', etag: '"a"', lastModified: null },
    ]);
    expect(harness.store.state('eol').refreshedAt).toBe(harness.clock.now());
    expect(harness.store.list('eol')).toHaveLength(1);
  });

  it('publishes nothing for the same content under another ETag, and renews freshness', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await harness.published();
    harness.upstream.serve(feedBytes({ ...smallFeed(), result: [...smallFeed().result].reverse() }), '"b"');
    harness.clock.advance(86_400_000);

    const outcome = await harness.publish();

    expect(outcome).toEqual({ kind: 'unchanged', snapshotId: id, how: 'same_content' });
    expect(harness.store.state('eol')).toMatchObject({ refreshedAt: harness.clock.now(), validators: { etag: '"b"' } });
  });

  it('chains each new snapshot to the one before, later in time even within one second', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const first = await harness.published();
    harness.upstream.serve(feedBytes(feedWithLatest('100.1')), '"b"');
    const second = await harness.published();
    harness.upstream.serve(feedBytes(feedWithLatest('100.2')), '"c"');
    const third = await harness.published();

    expect([first, second, third].map(({ prev_snapshot_id: prev }) => prev)).toEqual([
      null,
      first.snapshot_id,
      second.snapshot_id,
    ]);
    expect(second.fetched_at > first.fetched_at && third.fetched_at > second.fetched_at).toBe(true);
  });

  it('keeps the last good snapshot when a guard refuses, and says why', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const good = await harness.published();
    const refreshedAt = harness.clock.now();
    harness.upstream.serve(poisoned(), '"b"');
    harness.clock.advance(1000);

    const outcome = await harness.publish();

    expect(outcome).toMatchObject({ kind: 'refused', rules: ['canary_changed'] });
    expect(harness.store.state('eol')).toMatchObject({
      currentSnapshotId: good.snapshot_id,
      refreshedAt,
      validators: expect.objectContaining({ etag: '"a"' }) as object,
      refusal: expect.stringContaining('python 2.7') as string,
    });
  });

  it('publishes a refused content when an operator names exactly its hash', async () => {
    harness.upstream.serve(poisoned(), '"b"');
    const refused = await harness.publish();
    const sha256 = refused.kind === 'refused' ? refused.sha256! : '';

    expect(await harness.publish({ acceptSha256: '0'.repeat(64) })).toMatchObject({ kind: 'refused' });
    expect(await harness.publish({ acceptSha256: sha256 })).toMatchObject({ kind: 'published', manifest: { sha256 } });
  });

  it('never lets an operator publish what would break the service', async () => {
    harness.upstream.serve(
      feedBytes(withProduct(smallFeed(), 'php', (product) => ({ ...product, aliases: ['snapshot'] }))),
      '"b"',
    );
    const refused = await harness.publish();
    const sha256 = refused.kind === 'refused' ? refused.sha256! : '';

    expect(await harness.publish({ acceptSha256: sha256 })).toMatchObject({
      kind: 'refused',
      rules: ['reserved_word'],
    });
  });

  it.each<[string, PublishOutcome['kind'], () => never]>([
    [
      'an upstream that fails',
      'failed',
      () => {
        throw new UpstreamError('upstream answered 503 five times');
      },
    ],
  ])('records %s and keeps the old snapshot', async (_what, kind, answer) => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await harness.published();
    harness.upstream.answer(answer);

    expect((await harness.publish()).kind).toBe(kind);

    expect(harness.store.state('eol')).toMatchObject({
      currentSnapshotId: id,
      refusal: 'upstream answered 503 five times',
    });
  });

  it('refuses a document of another shape, naming the place', async () => {
    harness.upstream.serve(new TextEncoder().encode('{"schema_version":"1.0","total":1,"result":[{}]}'), '"a"');

    const outcome = await harness.publish();

    expect(outcome).toMatchObject({ kind: 'refused', rules: ['upstream_shape'], sha256: null });
    expect(harness.store.state('eol').refusal).toContain('/result/0');
  });

  it('refuses a text that has no canonical form instead of breaking off', async () => {
    const half = withProduct(smallFeed(), 'php', (product) => ({ ...product, label: 'PHP \ud83d' }));
    harness.upstream.serve(feedBytes(half), '"a"');

    expect(await harness.publish()).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('lone surrogate'),
    });
    expect(harness.store.state('eol').refusal).toContain('lone surrogate');
  });

  it('does not believe "not modified" when it has nothing', async () => {
    harness.upstream.answer(() => ({
      kind: 'unchanged',
      validators: { url: 'https://upstream.test/full', etag: '"a"', lastModified: null },
    }));

    expect(await harness.publish()).toMatchObject({ kind: 'failed' });
  });

  it('lets a fault of the program through, and gives the lease back', async () => {
    harness.upstream.answer(() => {
      throw new TypeError('a fault of ours');
    });

    await expect(harness.publish()).rejects.toThrow('a fault of ours');

    expect(harness.store.acquireLease('eol', 'other', harness.clock.now(), 1)).toBeDefined();
  });

  it('refuses to work with a clock behind the current snapshot', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    await harness.published();

    const outcome = await harness.publish({ clock: new FixedClock('2026-11-20T05:00:00Z') });

    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('clock') as string });
    expect(harness.store.state('eol').refreshedAt).toBe(harness.clock.now());
  });

  it('publishes again under a new key, and when stored bytes were damaged', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const first = await harness.published();
    const otherSigner = signerFromPem(generateKeyPem());
    const second = await harness.published(undefined, { signer: otherSigner });
    expect(second).toMatchObject({
      sha256: first.sha256,
      key_id: otherSigner.keyId,
      prev_snapshot_id: first.snapshot_id,
    });

    (harness.store.find('eol', second.snapshot_id)!.content as Uint8Array)[100]! ^= 1;
    const third = await harness.published(undefined, { signer: otherSigner });

    expect(third).toMatchObject({ sha256: first.sha256, prev_snapshot_id: second.snapshot_id });
  });
});

describe('two workers', () => {
  it('do not work at once', async () => {
    harness.store.acquireLease('eol', 'other', harness.clock.now(), 60_000);
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');

    expect(await harness.publish()).toMatchObject({ kind: 'busy' });
    expect(harness.upstream.asked).toEqual([]);
  });

  it('wait for each other when asked to', async () => {
    harness.store.acquireLease('eol', 'other', harness.clock.now(), 60_000);
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const timing = { ...instantTiming, sleep: async (ms: number) => harness.clock.advance(ms) };

    expect(await harness.publish({ leaseWaitMs: 75_000, timing })).toMatchObject({ kind: 'published' });
  });

  it('cannot overwrite each other: the one that paused finds its lease gone', async () => {
    harness.upstream.answer(async () => {
      harness.clock.advance(61_000);
      const other = await publishDataset(
        harness.dataset,
        harness.deps({ owner: 'other', upstream: served(feedBytes(feedWithLatest('100.5'))) }),
      );
      expect(other.kind).toBe('published');
      return { kind: 'body', body: feedBytes(smallFeed()), validators: NO_VALIDATORS };
    });

    const outcome = await harness.publish();

    expect(outcome).toMatchObject({ kind: 'busy', reason: expect.stringContaining('took over') as string });
    expect(harness.store.list('eol')).toHaveLength(1);
  });

  function served(body: Uint8Array): FakeUpstream {
    const other = new FakeUpstream();
    other.serve(body, '"other"');
    return other;
  }
});

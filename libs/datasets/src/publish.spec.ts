import { FixedClock } from '@stackcheck/contract/testing';
import { generateKeyPem, signerFromPem, verifierFromJwk, type Signer } from '@stackcheck/signing';
import { eolDataset } from './eol/dataset';
import type { EolSnapshot } from './eol/records';
import { UpstreamError, type SnapshotStore } from './ports';
import { publishDataset, type PublishOutcome, type PublishUses } from './publish';
import { publishStarter } from './publish-starter';
import { registeredDataset } from './registry';
import { expendable, removeOldSnapshots } from './retention';
import { rollbackTo } from './rollback';
import { FakeUpstream, feedBytes, instantTiming, MemorySnapshotStore, smallFeed, withProduct } from './testing';
import { verifySnapshot } from './verify-snapshot';
import { answerMeta } from './meta';

const dataset = registeredDataset('eol');
const signer = signerFromPem(generateKeyPem());
const verifiers = new Map([[signer.keyId, verifierFromJwk(signer.publicJwk)]]);
const START = '2026-11-20T06:22:05.678Z';

let clock: FixedClock;
let store: MemorySnapshotStore;
let upstream: FakeUpstream;
beforeEach(() => {
  clock = new FixedClock(START);
  store = new MemorySnapshotStore();
  upstream = new FakeUpstream();
});

function uses(change: Partial<PublishUses> = {}): PublishUses {
  return {
    store,
    upstream,
    signer,
    clock,
    timing: instantTiming,
    owner: 'worker',
    leaseWaitMs: 0,
    upstreamUrl: 'https://upstream.test/full',
    acceptSha256: null,
    ...change,
  };
}

const publish = (change?: Partial<PublishUses>): Promise<PublishOutcome> => publishDataset(dataset, uses(change));

/** The feed with another latest version, so that its content differs a little. */
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

async function published(change?: Partial<PublishUses>) {
  const outcome = await publish(change);
  if (outcome.kind !== 'published') throw new Error(`expected a publication, got ${JSON.stringify(outcome)}`);
  return outcome.manifest;
}

describe('publishing a dataset', () => {
  it('stores a snapshot that verifies, named for its dataset, time and content', async () => {
    upstream.serve(feedBytes(smallFeed()), '"a"');

    const manifest = await published();

    expect(manifest.snapshot_id).toMatch(/^eol-20261120T062205Z-[0-9a-f]{8}$/);
    expect(manifest.snapshot_id.endsWith(manifest.sha256.slice(0, 8))).toBe(true);
    expect(manifest).toMatchObject({
      version: 1,
      fetched_at: '2026-11-20T06:22:05Z',
      prev_snapshot_id: null,
      upstream_etag: '"a"',
      starter: false,
    });
    const verdict = verifySnapshot(eolDataset, store.find('eol', manifest.snapshot_id)!, verifiers);
    expect(verdict.ok && verdict.content.products).toHaveLength(smallFeed().result.length);
    expect(store.state('eol')).toMatchObject({
      currentSnapshotId: manifest.snapshot_id,
      refreshedAt: clock.now(),
      etag: '"a"',
    });
  });

  it('asks with the validators it knows, and takes "not modified" as a refresh', async () => {
    upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await published();
    clock.advance(86_400_000);

    const outcome = await publish();

    expect(outcome).toEqual({ kind: 'unchanged', snapshotId: id, how: 'not_modified' });
    expect(upstream.asked).toEqual([
      { etag: null, lastModified: null },
      { etag: '"a"', lastModified: null },
    ]);
    expect(store.state('eol').refreshedAt).toBe(clock.now());
    expect(store.list('eol')).toHaveLength(1);
  });

  it('publishes nothing for the same content under another ETag, and renews freshness', async () => {
    upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await published();
    upstream.serve(feedBytes({ ...smallFeed(), result: [...smallFeed().result].reverse() }), '"b"');
    clock.advance(86_400_000);

    const outcome = await publish();

    expect(outcome).toEqual({ kind: 'unchanged', snapshotId: id, how: 'same_content' });
    expect(store.state('eol')).toMatchObject({ refreshedAt: clock.now(), etag: '"b"' });
  });

  it('chains each new snapshot to the one before, later in time even within one second', async () => {
    upstream.serve(feedBytes(smallFeed()), '"a"');
    const first = await published();
    upstream.serve(newer('100.1'), '"b"');
    const second = await published();
    upstream.serve(newer('100.2'), '"c"');
    const third = await published();

    expect([first, second, third].map(({ prev_snapshot_id: prev }) => prev)).toEqual([
      null,
      first.snapshot_id,
      second.snapshot_id,
    ]);
    expect(second.fetched_at > first.fetched_at && third.fetched_at > second.fetched_at).toBe(true);
  });

  it('keeps the last good snapshot when a guard refuses, and says why', async () => {
    upstream.serve(feedBytes(smallFeed()), '"a"');
    const good = await published();
    const refreshedAt = clock.now();
    upstream.serve(poisoned(), '"b"');
    clock.advance(1000);

    const outcome = await publish();

    expect(outcome).toMatchObject({ kind: 'refused', rules: ['canary_changed'] });
    expect(store.state('eol')).toMatchObject({
      currentSnapshotId: good.snapshot_id,
      refreshedAt,
      etag: '"a"',
      refusal: expect.stringContaining('python 2.7') as string,
    });
  });

  it('publishes a refused content when an operator names exactly its hash', async () => {
    upstream.serve(poisoned(), '"b"');
    const refused = await publish();
    const sha256 = refused.kind === 'refused' ? refused.sha256! : '';

    expect(await publish({ acceptSha256: '0'.repeat(64) })).toMatchObject({ kind: 'refused' });
    expect(await publish({ acceptSha256: sha256 })).toMatchObject({ kind: 'published', manifest: { sha256 } });
  });

  it('never lets an operator publish what would break the service', async () => {
    upstream.serve(
      feedBytes(withProduct(smallFeed(), 'php', (product) => ({ ...product, aliases: ['snapshot'] }))),
      '"b"',
    );
    const refused = await publish();
    const sha256 = refused.kind === 'refused' ? refused.sha256! : '';

    expect(await publish({ acceptSha256: sha256 })).toMatchObject({ kind: 'refused', rules: ['reserved_word'] });
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
    upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await published();
    upstream.answer(answer);

    expect((await publish()).kind).toBe(kind);

    expect(store.state('eol')).toMatchObject({ currentSnapshotId: id, refusal: 'upstream answered 503 five times' });
  });

  it('refuses a document of another shape, naming the place', async () => {
    upstream.serve(new TextEncoder().encode('{"schema_version":"1.0","total":1,"result":[{}]}'), '"a"');

    const outcome = await publish();

    expect(outcome).toMatchObject({ kind: 'refused', rules: ['upstream_shape'], sha256: null });
    expect(store.state('eol').refusal).toContain('/result/0');
  });

  it('does not believe "not modified" when it has nothing', async () => {
    upstream.answer(() => ({ kind: 'unchanged', validators: { etag: '"a"', lastModified: null } }));

    expect(await publish()).toMatchObject({ kind: 'failed' });
  });

  it('lets a fault of the program through, and gives the lease back', async () => {
    upstream.answer(() => {
      throw new TypeError('a fault of ours');
    });

    await expect(publish()).rejects.toThrow('a fault of ours');

    expect(store.acquireLease('eol', 'other', clock.now(), 1)).toBeDefined();
  });

  it('refuses to work with a clock behind the current snapshot', async () => {
    upstream.serve(feedBytes(smallFeed()), '"a"');
    await published();

    const outcome = await publish({ clock: new FixedClock('2026-11-20T05:00:00Z') });

    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('clock') as string });
    expect(store.state('eol').refreshedAt).toBe(clock.now());
  });

  it('publishes anew under a new key, and when stored bytes were damaged', async () => {
    upstream.serve(feedBytes(smallFeed()), '"a"');
    const first = await published();
    const otherSigner: Signer = signerFromPem(generateKeyPem());
    const second = await published({ signer: otherSigner });
    expect(second).toMatchObject({
      sha256: first.sha256,
      key_id: otherSigner.keyId,
      prev_snapshot_id: first.snapshot_id,
    });

    (store.find('eol', second.snapshot_id)!.content as Uint8Array)[100]! ^= 1;
    const third = await published({ signer: otherSigner });

    expect(third).toMatchObject({ sha256: first.sha256, prev_snapshot_id: second.snapshot_id });
  });
});

describe('two workers', () => {
  it('do not work at once', async () => {
    store.acquireLease('eol', 'other', clock.now(), 60_000);
    upstream.serve(feedBytes(smallFeed()), '"a"');

    expect(await publish()).toMatchObject({ kind: 'busy' });
    expect(upstream.asked).toEqual([]);
  });

  it('wait for each other when told to', async () => {
    store.acquireLease('eol', 'other', clock.now(), 60_000);
    upstream.serve(feedBytes(smallFeed()), '"a"');
    const timing = { ...instantTiming, sleep: async (ms: number) => clock.advance(ms) };

    expect(await publish({ leaseWaitMs: 75_000, timing })).toMatchObject({ kind: 'published' });
  });

  it('cannot overwrite each other: the one that paused finds its lease gone', async () => {
    upstream.answer(async () => {
      clock.advance(61_000);
      const other = await publishDataset(dataset, uses({ owner: 'other', upstream: served(newer('100.5')) }));
      expect(other.kind).toBe('published');
      return { kind: 'body', body: feedBytes(smallFeed()), validators: { etag: null, lastModified: null } };
    });

    const outcome = await publish();

    expect(outcome).toMatchObject({ kind: 'busy', reason: expect.stringContaining('took over') as string });
    expect(store.list('eol')).toHaveLength(1);
  });

  function served(body: Uint8Array): FakeUpstream {
    const other = new FakeUpstream();
    other.serve(body, '"other"');
    return other;
  }
});

describe('the starter', () => {
  it('is published only where nothing is, says what it is, and gives way to real data', async () => {
    const first = await publishStarter(dataset, uses());
    expect(first).toMatchObject({ kind: 'published', manifest: { starter: true, prev_snapshot_id: null } });
    const starter = store.list('eol')[0]!;
    expect(answerMeta(starter, null, { nowMs: 0, stale: true }).notice).toMatch(/starter/i);
    expect(await publishStarter(dataset, uses())).toEqual({ kind: 'kept', snapshotId: starter.snapshot_id });

    upstream.serve(feedBytes(smallFeed()), '"a"');
    const real = await published();

    expect(real).toMatchObject({ starter: false, prev_snapshot_id: starter.snapshot_id });
  });
});

describe('rolling back', () => {
  it('makes a new snapshot of the old content, and does not publish the bad one again', async () => {
    upstream.serve(feedBytes(smallFeed()), '"a"');
    const good = await published();
    upstream.serve(newer('100.9'), '"b"');
    const bad = await published();
    clock.advance(60_000);

    const outcome = await rollbackTo(dataset, good.snapshot_id, uses());

    expect(outcome).toMatchObject({
      kind: 'published',
      withdrawn: bad.snapshot_id,
      manifest: { sha256: good.sha256, prev_snapshot_id: bad.snapshot_id },
    });
    expect(store.list('eol')[0]!.snapshot_id).not.toBe(good.snapshot_id);
    expect(await publish()).toMatchObject({ kind: 'refused', rules: ['withdrawn'] });
    expect(await publish({ acceptSha256: bad.sha256 })).toMatchObject({ kind: 'published' });
  });

  it('refuses what is not there or changes nothing', async () => {
    upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await published();

    expect(await rollbackTo(dataset, 'eol-20000101T000000Z-00000000', uses())).toMatchObject({ kind: 'refused' });
    expect(await rollbackTo(dataset, id, uses())).toMatchObject({ kind: 'refused' });
  });
});

describe('retention', () => {
  it('removes what is both old and beyond the count, never the current snapshot', async () => {
    for (let number = 0; number < 5; number += 1) {
      upstream.serve(newer(`200.${number}`), `"${number}"`);
      await published();
      clock.advance(86_400_000);
    }
    const ids = store.list('eol').map(({ snapshot_id: id }) => id);

    expect(expendable(store.list('eol'), { keepCount: 0, keepDays: 0 }, clock.now())).toEqual(ids.slice(1));
    expect(expendable(store.list('eol'), { keepCount: 2, keepDays: 3.5 }, clock.now())).toEqual(ids.slice(3));
    expect(expendable(store.list('eol'), { keepCount: 9, keepDays: 0 }, clock.now())).toEqual([]);
    expect(await removeOldSnapshots('eol', { keepCount: 2, keepDays: 3.5 }, uses())).toEqual({
      kind: 'removed',
      snapshotIds: ids.slice(3),
    });
    expect((store as SnapshotStore).list('eol')).toHaveLength(3);
  });
});

describe('a change of one byte', () => {
  it('is refused wherever it happens, in the content or in the manifest (1,000 of them)', async () => {
    upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await published();
    const stored = store.find('eol', id)!;
    const manifest = new TextEncoder().encode(JSON.stringify(stored.manifest));
    const fc = (await import('fast-check')).default;
    let refused = 0;

    const verdictOf = (part: 'content' | 'manifest', changed: Uint8Array): boolean => {
      if (part === 'content')
        return verifySnapshot<EolSnapshot>(eolDataset, { ...stored, content: changed }, verifiers).ok;
      try {
        const parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(changed)) as typeof stored.manifest;
        return verifySnapshot<EolSnapshot>(eolDataset, { ...stored, manifest: parsed }, verifiers).ok;
      } catch (error) {
        // Only text that is no JSON at all may throw; the verdict itself never does.
        if (
          (error as Error).name === 'SyntaxError' ||
          (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        )
          return false;
        throw error;
      }
    };

    for (const [part, bytes] of [
      ['content', stored.content],
      ['manifest', manifest],
    ] as const) {
      fc.assert(
        fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
          const changed = new Uint8Array(bytes);
          changed[at]! ^= flip;
          expect(verdictOf(part, changed)).toBe(false);
          refused += 1;
        }),
        { numRuns: 500 },
      );
      expect(verdictOf(part, bytes)).toBe(true);
    }

    expect(refused).toBeGreaterThanOrEqual(1_000);
  });
});

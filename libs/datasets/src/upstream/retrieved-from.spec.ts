import { verifyAnswer } from '@stackcheck/signing';
import { UpstreamError } from './upstream';
import { prepareContent } from '../life/prepare-content';
import { seal } from '../sealing/seal';
import { publishStarter } from '../publish/publish-starter';
import { rollbackTo } from '../publish/rollback';
import { retrievedFrom } from './retrieved-from';
import { statementOf } from '../snapshot/statement';
import { feedBytes, feedWithLatest, IngestHarness } from '../testing';
import { verifySnapshot } from '../life/verify-snapshot';

const MIRROR = 'https://mirror.test/eol/full';

let harness: IngestHarness;

beforeEach(() => {
  harness = new IngestHarness();
});

/** A network in which nothing but the mirror answers. */
function throughMirror() {
  harness.upstream.serve(feedBytes(feedWithLatest('1.0')), '"1"');
  const upstream: typeof harness.upstream = Object.assign(Object.create(harness.upstream) as typeof harness.upstream, {
    fetch: async (url: string, ...rest: [Parameters<typeof harness.upstream.fetch>[1]]) => {
      if (!url.startsWith(MIRROR)) throw new UpstreamError('down');
      return harness.upstream.fetch(url, ...rest);
    },
  });
  return { upstream, addresses: { urls: ['https://upstream.test/full', `${MIRROR}?token=secret`], companions: [] } };
}

describe('where a snapshot was fetched', () => {
  it('is stated and signed: the address that gave it, which a mirror may be, and not its secrets', async () => {
    const manifest = await harness.published(undefined, throughMirror());

    expect(manifest).toMatchObject({ source_url: harness.dataset.descriptor.sourceUrl, retrieved_from: MIRROR });
    const stored = harness.store.find('eol', manifest.snapshot_id)!;
    expect(verifySnapshot(harness.dataset, stored, harness.verifiers).ok).toBe(true);
    const other = { ...stored, manifest: { ...manifest, retrieved_from: 'https://upstream.test/full' } };
    expect(verifySnapshot(harness.dataset, other, harness.verifiers)).toMatchObject({ ok: false });
  });

  it('is nothing new where the same content comes from elsewhere', async () => {
    await harness.published('1.0');

    expect(await harness.publish(throughMirror())).toMatchObject({ kind: 'unchanged' });
    expect(harness.store.list('eol')).toHaveLength(1);
  });

  it('is the program itself for a starter', async () => {
    await publishStarter(harness.dataset, harness.deps());

    expect(harness.store.list('eol')[0]).toMatchObject({ starter: true, retrieved_from: 'embedded' });
  });

  it('stays what it was after a rollback', async () => {
    const first = await harness.published(undefined, throughMirror());
    harness.clock.advance(3_600_000);
    await harness.published('2.0');
    harness.clock.advance(3_600_000);

    const outcome = await rollbackTo(harness.dataset, first.snapshot_id, harness.deps());

    expect(outcome).toMatchObject({ kind: 'published', manifest: { retrieved_from: MIRROR } });
  });

  it.each([
    ['https://user:pass@mirror.test:8443/a/b?key=1#x', 'https://mirror.test:8443/a/b'],
    ['http://127.0.0.1:9/feed', 'http://127.0.0.1:9/feed'],
    ['no address', undefined],
    ['file:///etc/feed.json', undefined],
  ])('of %s is %s', (address, stated) => {
    expect(retrievedFrom(address)).toBe(stated);
  });
});

describe('a snapshot of a version that did not state it', () => {
  /** Sealed as that version did. */
  async function sealedBefore() {
    const published = await harness.published('1.0');
    const { content } = harness.store.find('eol', published.snapshot_id)!;
    const snapshot = JSON.parse(new TextDecoder().decode(content)) as Parameters<typeof prepareContent>[1];
    const options = { nowMs: Date.parse('2026-11-19T00:00:00Z'), previous: undefined, upstreamEtag: '"1"' };
    const sealed = { ...options, signer: harness.signer, starter: false, retrievedFrom: undefined };
    return { stored: seal(harness.dataset, prepareContent(harness.dataset, snapshot), sealed), snapshot };
  }

  it('signed the same statement then as it would now', async () => {
    const { stored } = await sealedBefore();

    expect(stored.manifest).not.toHaveProperty('retrieved_from');
    expect(Object.keys(statementOf(stored.manifest, 'dataset')).sort()).toEqual([
      'as_of',
      'attribution',
      'dataset',
      'key_id',
      'licence',
      'prev_snapshot_id',
      'record_count',
      'scope',
      'sha256',
      'snapshot_id',
      'source',
      'starter',
      'type',
      'upstream_etag',
      'version',
    ]);
  });

  it('verifies, is kept while its content is current, and is followed by one that states it', async () => {
    const { stored, snapshot } = await sealedBefore();
    const { manifest } = stored;
    harness = Object.assign(new IngestHarness(), {
      signer: harness.signer,
      verifiers: harness.verifiers,
      upstream: harness.upstream,
    });
    const lease = harness.store.acquireLease('eol', 'before', 0, 1)!;
    harness.store.publish(
      lease,
      stored,
      { url: null, etag: null, lastModified: null },
      Date.parse(manifest.fetched_at),
    );

    expect(verifySnapshot(harness.dataset, stored, harness.verifiers).ok).toBe(true);
    const body = Buffer.from(JSON.stringify({ data: { manifest, snapshot } }));
    const keys = { keys: [harness.signer.publicJwk] };
    const { claims } = verifyAnswer({ body, url: '', headers: {}, manifests: [], keys });
    expect(claims.map(({ subject, proven }) => [subject, proven])).toEqual([
      ['receipt', false],
      ['snapshot', true],
      ['content', true],
    ]);
    expect(await harness.publish()).toMatchObject({ kind: 'unchanged', snapshotId: manifest.snapshot_id });
    expect(await harness.published('2.0')).toMatchObject({
      prev_snapshot_id: manifest.snapshot_id,
      retrieved_from: 'https://upstream.test/full',
    });
  });
});

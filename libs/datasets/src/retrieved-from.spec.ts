import { verifyAnswer } from '@stackcheck/signing';
import { UpstreamError } from './ports';
import { prepareContent, seal } from './seal';
import { publishStarter } from './publish-starter';
import { rollbackTo } from './rollback';
import { retrievedFrom } from './retrieved-from';
import { statementOf } from './statement';
import { feedBytes, feedWithLatest, IngestWorld } from './testing';
import { verifySnapshot } from './verify-snapshot';

const MIRROR = 'https://mirror.test/eol/full';

let world: IngestWorld;

beforeEach(() => {
  world = new IngestWorld();
});

/** A world in which nothing but the mirror answers. */
function throughMirror() {
  world.upstream.serve(feedBytes(feedWithLatest('1.0')), '"1"');
  const upstream: typeof world.upstream = Object.assign(Object.create(world.upstream) as typeof world.upstream, {
    fetch: async (url: string, ...rest: [Parameters<typeof world.upstream.fetch>[1]]) => {
      if (!url.startsWith(MIRROR)) throw new UpstreamError('down');
      return world.upstream.fetch(url, ...rest);
    },
  });
  return { upstream, addresses: { urls: ['https://upstream.test/full', `${MIRROR}?token=secret`], companions: [] } };
}

describe('where a snapshot was fetched', () => {
  it('is stated and signed: the address that gave it, which a mirror may be, and not its secrets', async () => {
    const manifest = await world.published(undefined, throughMirror());

    expect(manifest).toMatchObject({ source_url: world.dataset.descriptor.sourceUrl, retrieved_from: MIRROR });
    const stored = world.store.find('eol', manifest.snapshot_id)!;
    expect(verifySnapshot(world.dataset, stored, world.verifiers).ok).toBe(true);
    const other = { ...stored, manifest: { ...manifest, retrieved_from: 'https://upstream.test/full' } };
    expect(verifySnapshot(world.dataset, other, world.verifiers)).toMatchObject({ ok: false });
  });

  it('is nothing new where the same content comes from elsewhere', async () => {
    await world.published('1.0');

    expect(await world.publish(throughMirror())).toMatchObject({ kind: 'unchanged' });
    expect(world.store.list('eol')).toHaveLength(1);
  });

  it('is the program itself for a starter', async () => {
    await publishStarter(world.dataset, world.uses());

    expect(world.store.list('eol')[0]).toMatchObject({ starter: true, retrieved_from: 'embedded' });
  });

  it('stays what it was after a rollback', async () => {
    const first = await world.published(undefined, throughMirror());
    world.clock.advance(3_600_000);
    await world.published('2.0');
    world.clock.advance(3_600_000);

    const outcome = await rollbackTo(world.dataset, first.snapshot_id, world.uses());

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
    const published = await world.published('1.0');
    const { content } = world.store.find('eol', published.snapshot_id)!;
    const snapshot = JSON.parse(new TextDecoder().decode(content)) as Parameters<typeof prepareContent>[1];
    const options = { nowMs: Date.parse('2026-11-19T00:00:00Z'), previous: undefined, upstreamEtag: '"1"' };
    const sealed = { ...options, signer: world.signer, starter: false, retrievedFrom: undefined };
    return { stored: seal(world.dataset, prepareContent(world.dataset, snapshot), sealed), snapshot };
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
    world = Object.assign(new IngestWorld(), {
      signer: world.signer,
      verifiers: world.verifiers,
      upstream: world.upstream,
    });
    const lease = world.store.acquireLease('eol', 'before', 0, 1)!;
    world.store.publish(lease, stored, { url: null, etag: null, lastModified: null }, Date.parse(manifest.fetched_at));

    expect(verifySnapshot(world.dataset, stored, world.verifiers).ok).toBe(true);
    const body = Buffer.from(JSON.stringify({ data: { manifest, snapshot } }));
    const keys = { keys: [world.signer.publicJwk] };
    const { claims } = verifyAnswer({ body, url: '', headers: {}, manifests: [], keys });
    expect(claims.map(({ subject, proven }) => [subject, proven])).toEqual([
      ['receipt', false],
      ['snapshot', true],
      ['content', true],
    ]);
    expect(await world.publish()).toMatchObject({ kind: 'unchanged', snapshotId: manifest.snapshot_id });
    expect(await world.published('2.0')).toMatchObject({
      prev_snapshot_id: manifest.snapshot_id,
      retrieved_from: 'https://upstream.test/full',
    });
  });
});

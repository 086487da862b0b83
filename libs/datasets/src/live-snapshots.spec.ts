import { FixedClock } from '@stackcheck/contract/testing';
import { generateKeyPem, signerFromPem, verifierFromJwk, type Verifier } from '@stackcheck/signing';
import { LiveSnapshots } from './live-snapshots';
import { answerMeta } from './meta';
import type { SnapshotReader } from './ports';
import { publishDataset, type PublishUses } from './publish';
import { publishStarter } from './publish-starter';
import { registeredDataset } from './registry';
import type { StoredSnapshot } from './snapshot';
import { FakeUpstream, feedBytes, instantTiming, MemorySnapshotStore, smallFeed, withProduct } from './testing';

const dataset = registeredDataset('eol');
const signer = signerFromPem(generateKeyPem());
const HOUR = 3_600_000;

let clock: FixedClock;
let store: MemorySnapshotStore;
let upstream: FakeUpstream;
let verifiers: Map<string, Verifier>;
/** Changes what the API reads, as a tampered file would. */
let tamper: (stored: StoredSnapshot) => StoredSnapshot;
let live: LiveSnapshots;
let uses: PublishUses;

beforeEach(() => {
  clock = new FixedClock('2026-11-20T06:22:05Z');
  store = new MemorySnapshotStore();
  upstream = new FakeUpstream();
  verifiers = new Map([[signer.keyId, verifierFromJwk(signer.publicJwk)]]);
  tamper = (stored) => stored;
  const reader: SnapshotReader = {
    state: (id) => store.state(id),
    list: (id) => store.list(id),
    withdrawn: (id) => store.withdrawn(id),
    dataVersion: () => store.dataVersion(),
    find: (id, snapshotId) => {
      const stored = store.find(id, snapshotId);
      return stored && tamper(stored);
    },
  };
  live = new LiveSnapshots({ reader, verifiers: () => verifiers, clock });
  uses = {
    store,
    upstream,
    signer,
    clock,
    timing: instantTiming,
    owner: 'worker',
    leaseWaitMs: 0,
    upstreamUrl: 'https://upstream.test/full',
    acceptSha256: null,
  };
});

async function publish(latest: string, change: Partial<PublishUses> = {}): Promise<string> {
  const feed = withProduct(smallFeed(), 'php', (product) => ({
    ...product,
    releases: [
      { ...product.releases[0]!, latest: { name: latest, date: null, link: null } },
      ...product.releases.slice(1),
    ],
  }));
  upstream.serve(feedBytes(feed), `"${latest}"`);
  clock.advance(1000);
  const outcome = await publishDataset(dataset, { ...uses, ...change });
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  return outcome.manifest.snapshot_id;
}

const php = (): string | undefined => live.current('eol')?.index.products.find('php')?.product.cycles[0]?.latest?.name;

describe('live snapshots', () => {
  it('serve nothing before the first snapshot, and say so', async () => {
    expect(await live.refresh()).toEqual([]);

    expect(live.current('eol')).toBeUndefined();
    expect(live.status('eol')).toMatchObject({
      loaded: false,
      freshness: null,
      stale: true,
      snapshotId: null,
      loadFault: null,
    });
  });

  it('swap in each new snapshot, once; whoever holds the old one keeps it', async () => {
    const first = await publish('1.0');
    expect(await live.refresh()).toEqual([{ kind: 'swapped', dataset: 'eol', from: null, to: first }]);
    const held = live.current('eol')!;
    const second = await publish('2.0');

    expect(await live.refresh()).toEqual([{ kind: 'swapped', dataset: 'eol', from: first, to: second }]);
    expect(await live.refresh()).toEqual([]);

    expect(php()).toBe('2.0');
    expect(held.manifest.snapshot_id).toBe(first);
    expect(held.index.products.find('php')!.product.cycles[0]!.latest!.name).toBe('1.0');
  });

  it('make the documents once, the download holding the hashed bytes', async () => {
    const id = await publish('1.0');
    await live.refresh();
    const snapshot = live.current('eol')!;

    const text = new TextDecoder().decode(snapshot.download);
    const content = new TextDecoder().decode(store.find('eol', id)!.content);

    expect(text.endsWith(`,"snapshot":${content}}`)).toBe(true);
    expect((JSON.parse(text) as { manifest: unknown }).manifest).toEqual(snapshot.manifest);
    expect(snapshot.manifestDocument.etag).toMatch(/^"[0-9a-f]{32}"$/);
  });

  it.each<[string, (stored: StoredSnapshot) => StoredSnapshot, RegExp]>([
    [
      'a changed byte',
      (s) => ({ ...s, content: s.content.map((byte, at) => (at === 50 ? byte ^ 1 : byte)) }),
      /SHA-256/,
    ],
    ['a changed count', (s) => ({ ...s, manifest: { ...s.manifest, record_count: 1 } }), /signature/],
    ['a changed etag', (s) => ({ ...s, manifest: { ...s.manifest, upstream_etag: 'x' } }), /signature/],
    ['a starter flag', (s) => ({ ...s, manifest: { ...s.manifest, starter: true } }), /signature/],
    ['a lost scope', (s) => ({ ...s, manifest: { ...s.manifest, scopes: [] } }), /"image"/],
    [
      'a renamed scope',
      (s) => ({
        ...s,
        manifest: { ...s.manifest, scopes: s.manifest.scopes.map((scope) => ({ ...scope, name: 'imagf' })) },
      }),
      /scope "imagf"/,
    ],
    ['a member more', (s) => ({ ...s, manifest: { ...s.manifest, extra: 1 } as never }), /shape/],
    [
      'another key id',
      (s) => ({ ...s, manifest: { ...s.manifest, key_id: 'x'.repeat(43) } }),
      /not among the known keys/,
    ],
  ])('keep the old one when the new one has %s', async (_what, change, fault) => {
    const first = await publish('1.0');
    await live.refresh();
    const refreshedAt = live.status('eol').refreshedAt;
    tamper = change;
    const second = await publish('2.0');

    const events = await live.refresh();

    expect(events).toEqual([{ kind: 'kept', dataset: 'eol', fault: expect.stringMatching(fault) as string }]);
    expect(php()).toBe('1.0');
    expect(live.status('eol')).toMatchObject({
      snapshotId: first,
      refreshedAt,
      loadFault: expect.stringContaining(second) as string,
    });

    tamper = (stored) => stored;
    const third = await publish('3.0');
    await live.refresh();
    expect(live.status('eol')).toMatchObject({ snapshotId: third, loadFault: null });
  });

  it('go on ageing the old one while the new one does not verify', async () => {
    await publish('1.0');
    await live.refresh();
    tamper = (stored) => ({ ...stored, content: new Uint8Array([1]) });
    clock.advance(47 * HOUR);
    await publish('2.0');
    await live.refresh();
    expect(live.freshness('eol')).toBe('stale');

    clock.advance(2 * HOUR);

    expect(live.freshness('eol')).toBe('too_old');
  });

  it('take a snapshot under a new key as soon as the key is known', async () => {
    await publish('1.0');
    await live.refresh();
    const next = signerFromPem(generateKeyPem());
    await publish('2.0', { signer: next });
    await live.refresh();
    expect(php()).toBe('1.0');

    verifiers = new Map([...verifiers, [next.keyId, verifierFromJwk(next.publicJwk)]]);
    await live.refresh();

    expect(php()).toBe('2.0');
  });

  it('refuse a store that was put back in time or begun anew', async () => {
    await publish('1.0');
    const old = store;
    const [first] = old.list('eol');
    await publish('2.0');
    await live.refresh();

    store = new MemorySnapshotStore();
    uses = { ...uses, store };
    await publish('3.0');
    await live.refresh();
    expect(live.status('eol').loadFault).toMatch(/does not lead to/);

    store = new MemorySnapshotStore();
    const lease = store.acquireLease('eol', 'w', 0, 1)!;
    store.publish(lease, old.find('eol', first!.snapshot_id)!, { etag: null, lastModified: null }, clock.now());
    store.confirm(lease, { etag: null, lastModified: null }, clock.now());
    store.refuse(lease, 'x', clock.now());
    await live.refresh();
    expect(live.status('eol').loadFault).toMatch(/not after the served one/);
    expect(php()).toBe('2.0');
  });

  it('refuse a snapshot from the future', async () => {
    await publish('1.0', { clock: new FixedClock('2026-11-20T08:00:00Z') });

    await live.refresh();

    expect(live.status('eol').loadFault).toMatch(/lies ahead/);
  });

  it('follow a refresh that found nothing new, without building anything', async () => {
    await publish('1.0');
    await live.refresh();
    const held = live.current('eol');
    clock.advance(30 * HOUR);
    expect(live.freshness('eol')).toBe('stale');

    expect((await publishDataset(dataset, uses)).kind).toBe('unchanged');
    expect(await live.refresh()).toEqual([]);

    expect(live.freshness('eol')).toBe('fresh');
    expect(live.current('eol')).toBe(held);
  });

  it('are not freshened by a clock that goes back', async () => {
    await publish('1.0');
    await live.refresh();
    clock.advance(30 * HOUR);
    expect(live.freshness('eol')).toBe('stale');

    clock.advance(-29 * HOUR);

    expect(live.freshness('eol')).toBe('stale');
  });

  it('show why ingest published nothing', async () => {
    await publish('1.0');
    upstream.serve(new TextEncoder().encode('{}'), '"x"');
    await publishDataset(dataset, uses);

    await live.refresh();

    expect(live.status('eol')).toMatchObject({
      loaded: true,
      refusal: expect.stringContaining('upstream_shape') as string,
    });
  });

  it('serve the starter as stale, then the real data', async () => {
    await publishStarter(dataset, uses);
    await live.refresh();
    expect(live.status('eol')).toMatchObject({ loaded: true, starter: true, freshness: 'stale', stale: true });

    await publish('1.0');
    await live.refresh();

    expect(live.status('eol')).toMatchObject({ starter: false, freshness: 'fresh', stale: false });
  });

  it('survive a store that cannot be read', async () => {
    await publish('1.0');
    await live.refresh();
    tamper = () => {
      throw new Error('disk I/O error');
    };
    await publish('2.0');

    const events = await live.refresh();

    expect(events).toMatchObject([{ kind: 'kept', fault: expect.stringContaining('disk I/O error') as string }]);
    expect(php()).toBe('1.0');
  });
});

describe('the metadata of an answer', () => {
  it('has the shape of the specification, and another signature on the image route', async () => {
    await publish('1.0');
    await live.refresh();
    const { manifest } = live.current('eol')!;
    const time = { nowMs: Date.parse('2026-11-20T07:00:00.123Z'), stale: false };

    const meta = answerMeta(manifest, null, time);
    const image = answerMeta(manifest, 'image', time);

    expect(meta).toEqual({
      dataset: 'eol',
      snapshot_id: manifest.snapshot_id,
      as_of: '2026-11-20T06:22:06Z',
      retrieved_at: '2026-11-20T07:00:00.123Z',
      source: 'https://endoflife.date/api/v1/products/full',
      licence: 'MIT',
      attribution: expect.stringContaining('endoflife.date contributors') as string,
      sha256: manifest.sha256,
      signature: manifest.signature,
      key_id: signer.keyId,
      manifest_url: '/v1/eol/manifest',
      stale: false,
      notice: expect.stringMatching(/as is, without warranty, and is not endorsed by the source/) as string,
    });
    expect({ ...image, signature: meta.signature }).toEqual(meta);
    expect(image.signature).not.toBe(meta.signature);
    expect(() => answerMeta(manifest, 'other', time)).toThrow(/no statement/);
  });
});

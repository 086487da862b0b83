import { FixedClock } from '@stackcheck/contract/testing';
import { generateKeyPem, signerFromPem, verifierFromJwk, type Verifier } from '@stackcheck/signing';
import { LiveSnapshots } from './live-snapshots';
import { NO_VALIDATORS } from '../upstream/upstream';
import type { SnapshotReader } from '../store/snapshot-store';
import type { PublishDeps } from '../publish/publish';
import { publishStarter } from '../publish/publish-starter';
import type { StoredSnapshot } from '../snapshot/snapshot';
import { oneStep, type YieldPolicy } from '../tasks/cooperative-task';
import { IngestHarness, MemorySnapshotStore } from '../testing';

const HOUR = 3_600_000;

let harness: IngestHarness;
let verifiers: ReadonlyMap<string, Verifier>;
/** Changes what the API reads, as a tampered file would. */
let tamper: (stored: StoredSnapshot) => StoredSnapshot;
let live: LiveSnapshots;

beforeEach(() => {
  harness = new IngestHarness();
  verifiers = harness.verifiers;
  tamper = (stored) => stored;
  const reader: SnapshotReader = {
    state: (id) => harness.store.state(id),
    list: (id) => harness.store.list(id),
    withdrawn: (id) => harness.store.withdrawn(id),
    delta: (id, from, to) => harness.store.delta(id, from, to),
    isForgotten: (id, snapshotId) => harness.store.isForgotten(id, snapshotId),
    listDeltas: (id) => harness.store.listDeltas(id),
    dataVersion: () => harness.store.dataVersion(),
    find: (id, snapshotId) => {
      const stored = harness.store.find(id, snapshotId);
      return stored && tamper(stored);
    },
    findSteps: (id, snapshotId) => oneStep(() => reader.find(id, snapshotId)),
  };
  live = new LiveSnapshots({ reader, verifiers: () => verifiers, clock: harness.clock });
});

async function publish(latest: string, change: Partial<PublishDeps> = {}): Promise<string> {
  harness.clock.advance(1000);
  return (await harness.published(latest, change)).snapshot_id;
}

const php = (): string | undefined => latestOf(live);

function latestOf(snapshots: LiveSnapshots): string | undefined {
  return snapshots.current('eol')?.index.products.find('php')?.product.cycles[0]?.latest?.name;
}

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

  it('swap in each new snapshot, once; anyone who holds the old one keeps it', async () => {
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

  it('take a new snapshot up turn by turn, and show nothing of it before it is whole', async () => {
    await publish('1.0');
    const shown: (string | undefined)[] = [];
    const yieldPolicy: YieldPolicy = { isDue: () => true, pause: async () => void shown.push(latestOf(paced)) };
    const paced = new LiveSnapshots({
      reader: harness.store,
      verifiers: () => verifiers,
      clock: harness.clock,
      yieldPolicy,
    });
    await paced.refresh();
    await publish('2.0');
    shown.length = 0;

    await paced.refresh();

    expect(shown.length).toBeGreaterThan(20);
    expect([...new Set(shown)]).toEqual(['1.0']);
    expect(latestOf(paced)).toBe('2.0');
  });

  it('keep the very bytes that were hashed, and make the manifest’s document once', async () => {
    const id = await publish('1.0');
    await live.refresh();
    const snapshot = live.current('eol')!;

    expect(snapshot.content).toEqual(harness.store.find('eol', id)!.content);
    expect(JSON.parse(new TextDecoder().decode(snapshot.manifestDocument.bytes))).toEqual(snapshot.manifest);
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
    harness.clock.advance(47 * HOUR);
    await publish('2.0');
    await live.refresh();
    expect(live.freshness('eol')).toBe('stale');

    harness.clock.advance(2 * HOUR);

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

  it('refuse a store that was put back in time or begun again', async () => {
    await publish('1.0');
    const old = harness.store;
    const [first] = old.list('eol');
    await publish('2.0');
    await live.refresh();

    harness.store = new MemorySnapshotStore();
    await publish('3.0');
    await live.refresh();
    expect(live.status('eol').loadFault).toMatch(/does not lead to/);

    harness.store = new MemorySnapshotStore();
    const lease = harness.store.acquireLease('eol', 'w', 0, 1)!;
    harness.store.publish(lease, old.find('eol', first!.snapshot_id)!, NO_VALIDATORS, harness.clock.now());
    harness.store.confirm(lease, NO_VALIDATORS, harness.clock.now());
    harness.store.refuse(lease, 'x', harness.clock.now());
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
    harness.clock.advance(30 * HOUR);
    expect(live.freshness('eol')).toBe('stale');

    expect((await harness.publish()).kind).toBe('unchanged');
    expect(await live.refresh()).toEqual([]);

    expect(live.freshness('eol')).toBe('fresh');
    expect(live.current('eol')).toBe(held);
  });

  it('are not freshened by a clock that goes back', async () => {
    await publish('1.0');
    await live.refresh();
    harness.clock.advance(30 * HOUR);
    expect(live.freshness('eol')).toBe('stale');

    harness.clock.advance(-29 * HOUR);

    expect(live.freshness('eol')).toBe('stale');
  });

  it('show why ingest published nothing', async () => {
    await publish('1.0');
    harness.upstream.serve(new TextEncoder().encode('{}'), '"x"');
    await harness.publish();

    await live.refresh();

    expect(live.status('eol')).toMatchObject({
      loaded: true,
      refusal: expect.stringContaining('upstream_shape') as string,
    });
  });

  it('serve the starter as stale, then the real data', async () => {
    await publishStarter(harness.dataset, harness.deps());
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

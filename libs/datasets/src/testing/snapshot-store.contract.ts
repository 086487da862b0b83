/// <reference types="jest" />
import { LeaseLostError } from '../store/snapshot-store';
import { NO_VALIDATORS } from '../upstream/upstream';
import type { Lease, SnapshotReader, SnapshotStore } from '../store/snapshot-store';
import type { Validators } from '../upstream/upstream';
import type { Manifest, StoredSnapshot } from '../snapshot/snapshot';
import { finish } from '../tasks/cooperative-task';

/** A store under test, and a reader of the same data as another process has it. */
export interface StoreUnderTest {
  readonly store: SnapshotStore;
  readonly reader: SnapshotReader;
}

const NOW = Date.parse('2026-11-20T06:22:05Z');
const TTL = 60_000;
const VALIDATORS: Validators = {
  url: 'https://upstream.test/',
  etag: '"one"',
  lastModified: 'Fri, 20 Nov 2026 06:22:05 GMT',
};

/** What every snapshot store promises, apart from deltas. Each adapter's spec runs it on a fresh, empty store per test. */
export function describeSnapshotStore(name: string, open: () => StoreUnderTest): void {
  describe(`${name}: snapshot store contract`, () => {
    let store: SnapshotStore;
    let reader: SnapshotReader;
    beforeEach(() => ({ store, reader } = open()));

    const lease = (owner = 'worker', nowMs = NOW): Lease => store.acquireLease('eol', owner, nowMs, TTL)!;
    const publish = (snapshot: StoredSnapshot, nowMs = NOW): void =>
      store.publish(lease('worker', nowMs), snapshot, VALIDATORS, nowMs);

    it('knows nothing at first', () => {
      expect(reader.state('eol')).toEqual({
        currentSnapshotId: null,
        refreshedAt: null,
        attemptedAt: null,
        refusal: null,
        validators: NO_VALIDATORS,
      });
      expect(reader.list('eol')).toEqual([]);
      expect(reader.find('eol', 'eol-20261120T062205Z-00000001')).toBeUndefined();
      expect(finish(reader.findSteps('eol', 'eol-20261120T062205Z-00000001'))).toBeUndefined();
      expect(reader.withdrawn('eol')).toEqual([]);
    });

    it('gives back what was published, byte for byte, and makes it current', () => {
      const snapshot = fakeSnapshot(1, null);

      publish(snapshot);

      const found = reader.find('eol', snapshot.manifest.snapshot_id)!;
      expect(found.manifest).toEqual(snapshot.manifest);
      expect(Buffer.from(found.content).equals(Buffer.from(snapshot.content))).toBe(true);
      expect(reader.state('eol')).toEqual({
        currentSnapshotId: snapshot.manifest.snapshot_id,
        refreshedAt: NOW,
        attemptedAt: NOW,
        refusal: null,
        validators: VALIDATORS,
      });
    });

    it('gives the same bytes in steps, also those of megabytes', () => {
      const long = new Uint8Array(2_500_000).map((_, at) => at % 251);
      const snapshot = { ...fakeSnapshot(1, null), content: long };

      publish(snapshot);

      const { snapshot_id: id } = snapshot.manifest;
      const found = finish(reader.findSteps('eol', id))!;
      expect(found.manifest).toEqual(snapshot.manifest);
      expect(Buffer.from(found.content).equals(Buffer.from(long))).toBe(true);
      expect(finish(reader.findSteps('kev', id))).toBeUndefined();
    });

    it('lists the newest first', () => {
      const first = fakeSnapshot(1, null);
      const second = fakeSnapshot(2, first.manifest);

      publish(first);
      publish(second);

      expect(reader.list('eol')).toEqual([second.manifest, first.manifest]);
    });

    it('informs another process that something was written', () => {
      const before = reader.dataVersion();

      publish(fakeSnapshot(1, null));
      const after = reader.dataVersion();

      expect(after).not.toBe(before);
      expect(reader.dataVersion()).toBe(after);
    });

    it('takes only a snapshot that follows the current one', () => {
      const first = fakeSnapshot(1, null);
      publish(first);

      expect(() => publish(fakeSnapshot(2, null))).toThrow();
      expect(() => publish(fakeSnapshot(3, fakeSnapshot(9, null).manifest))).toThrow();

      expect(reader.list('eol')).toEqual([first.manifest]);
      expect(reader.state('eol').currentSnapshotId).toBe(first.manifest.snapshot_id);
    });

    it('confirms freshness without touching the snapshot, and never moves it back', () => {
      const snapshot = fakeSnapshot(1, null);
      publish(snapshot);
      store.refuse(lease(), 'shrunken: too few', NOW + 1_000);

      store.confirm(lease(), { ...VALIDATORS, etag: '"two"' }, NOW + 2_000);
      store.confirm(lease(), { ...VALIDATORS, etag: '"three"' }, NOW - 9_000);

      expect(reader.state('eol')).toEqual({
        currentSnapshotId: snapshot.manifest.snapshot_id,
        refreshedAt: NOW + 2_000,
        attemptedAt: NOW - 9_000,
        refusal: null,
        validators: { ...VALIDATORS, etag: '"three"' },
      });
    });

    it('remembers a refusal and leaves everything else as it was', () => {
      publish(fakeSnapshot(1, null));
      const before = reader.state('eol');

      store.refuse(lease(), 'shrunken: too few', NOW + 5_000);

      expect(reader.state('eol')).toEqual({ ...before, attemptedAt: NOW + 5_000, refusal: 'shrunken: too few' });
    });

    it('remembers contents that were rolled back', () => {
      const bad = fakeSnapshot(1, null);
      publish(bad);

      store.publish(lease(), fakeSnapshot(2, bad.manifest), VALIDATORS, NOW, { withdraw: bad.manifest.sha256 });

      expect(reader.withdrawn('eol')).toEqual([bad.manifest.sha256]);
    });

    it('removes old snapshots, never the current one', () => {
      const first = fakeSnapshot(1, null);
      const second = fakeSnapshot(2, first.manifest);
      publish(first);
      publish(second);

      const removed = store.remove(lease(), [
        first.manifest.snapshot_id,
        second.manifest.snapshot_id,
        'eol-20261120T062205Z-99999999',
      ]);

      expect(removed).toBe(1);
      expect(reader.list('eol')).toEqual([second.manifest]);
    });

    it('gives a lease to one owner at a time', () => {
      expect(store.acquireLease('eol', 'a', NOW, TTL)).toBeDefined();
      expect(store.acquireLease('eol', 'b', NOW + TTL - 1, TTL)).toBeUndefined();
      expect(store.acquireLease('eol', 'a', NOW + 1, TTL)).toBeDefined();
    });

    it('gives the lease on when it was released or ran out, with a greater token', () => {
      const first = store.acquireLease('eol', 'a', NOW, TTL)!;
      store.releaseLease(first);
      const second = store.acquireLease('eol', 'b', NOW, TTL)!;
      const third = store.acquireLease('eol', 'c', NOW + TTL, TTL)!;

      expect(second.token).toBeGreaterThan(first.token);
      expect(third.token).toBeGreaterThan(second.token);
    });

    it('renews only the newest lease', () => {
      const mine = store.acquireLease('eol', 'a', NOW, TTL)!;
      expect(store.renewLease(mine, NOW + TTL - 1, TTL)).toBe(true);
      expect(store.acquireLease('eol', 'b', NOW + TTL + 1, TTL)).toBeUndefined();

      const theirs = store.acquireLease('eol', 'b', NOW + 3 * TTL, TTL)!;

      expect(store.renewLease(mine, NOW + 3 * TTL, TTL)).toBe(false);
      expect(store.renewLease(theirs, NOW + 3 * TTL, TTL)).toBe(true);
    });

    it('does not let a worker release the lease of its successor', () => {
      const mine = store.acquireLease('eol', 'a', NOW, TTL)!;
      store.acquireLease('eol', 'b', NOW + TTL, TTL);

      store.releaseLease(mine);

      expect(store.acquireLease('eol', 'c', NOW + TTL, TTL)).toBeUndefined();
    });

    it.each<[string, (stale: Lease) => unknown]>([
      ['publish', (stale) => store.publish(stale, fakeSnapshot(2, fakeSnapshot(1, null).manifest), VALIDATORS, NOW)],
      ['confirm', (stale) => store.confirm(stale, VALIDATORS, NOW + 9)],
      ['refuse', (stale) => store.refuse(stale, 'why', NOW + 9)],
      ['add deltas', (stale) => store.addDeltas(stale, [])],
      ['remove', (stale) => store.remove(stale, [])],
    ])('lets a worker that lost its lease not %s', (_what, write) => {
      publish(fakeSnapshot(1, null));
      const stale = lease('worker');
      store.acquireLease('eol', 'other', NOW + TTL, TTL);
      const before = [reader.state('eol'), reader.list('eol')];

      expect(() => write(stale)).toThrow(LeaseLostError);

      expect([reader.state('eol'), reader.list('eol')]).toEqual(before);
    });

    it('lets a worker that released its lease not publish', () => {
      const released = lease();
      store.releaseLease(released);

      expect(() => store.publish(released, fakeSnapshot(1, null), VALIDATORS, NOW)).toThrow(LeaseLostError);
    });
  });
}

/** A snapshot that looks right to a store; its signatures are nonsense, since stores do not verify. */
export function fakeSnapshot(number: number, previous: Manifest | null): StoredSnapshot {
  const hash = number.toString(16).padStart(8, '0').repeat(8);
  return {
    manifest: {
      dataset: 'eol',
      version: 1,
      snapshot_id: `eol-20261120T06220${number}Z-${hash.slice(0, 8)}`,
      fetched_at: `2026-11-20T06:22:0${number}Z`,
      source_url: 'https://example.org/feed',
      licence: 'MIT',
      attribution: 'Data from example.org, © its people',
      upstream_etag: '"one"',
      record_count: number,
      sha256: hash,
      prev_snapshot_id: previous?.snapshot_id ?? null,
      key_id: 'k'.repeat(43),
      signature: 's'.repeat(86),
      scopes: [{ name: 'image', scope: `dataset+image-map:${hash}`, signature: 't'.repeat(86) }],
      starter: false,
    },
    content: new TextEncoder().encode(`{"dataset":"eol","number":${number},"text":"é"}`),
  };
}

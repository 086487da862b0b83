/// <reference types="jest" />
import type { StoredDelta } from '../snapshot/stored-delta';
import { NO_VALIDATORS } from '../upstream/upstream';
import type { Lease, SnapshotReader, SnapshotStore } from '../store/snapshot-store';
import type { StoredSnapshot } from '../snapshot/snapshot';
import { fakeSnapshot, type StoreUnderTest } from './snapshot-store.contract';

const NOW = Date.parse('2026-11-20T06:22:05Z');

/** What every snapshot store promises about deltas. Each adapter's spec runs it on a fresh, empty store per test. */
export function describeDeltaStore(name: string, open: () => StoreUnderTest): void {
  describe(`${name}: deltas`, () => {
    let store: SnapshotStore;
    let reader: SnapshotReader;
    beforeEach(() => ({ store, reader } = open()));

    const lease = (): Lease => store.acquireLease('eol', 'worker', NOW, 60_000)!;
    const publish = (snapshot: StoredSnapshot): void => store.publish(lease(), snapshot, NO_VALIDATORS, NOW);
    const first = fakeSnapshot(1, null);
    const second = fakeSnapshot(2, first.manifest);
    const third = fakeSnapshot(3, second.manifest);
    const idOf = ({ manifest }: StoredSnapshot): string => manifest.snapshot_id;
    const publishWith = (snapshot: StoredSnapshot, ...deltas: StoredDelta[]): void =>
      store.publish(lease(), snapshot, NO_VALIDATORS, NOW, { deltas });
    const ends = (): string[] =>
      reader
        .listDeltas('eol')
        .map(({ from, to }) => `${from} ${to}`)
        .sort();

    it('are there with the snapshot they lead to, byte for byte', () => {
      publish(first);
      const delta = fakeDelta(first, second);

      publishWith(second, delta, fakeDelta(second, second));

      const found = reader.delta('eol', idOf(first), idOf(second))!;
      expect({ ...found, body: undefined }).toEqual({ ...delta, body: undefined });
      expect(Buffer.from(found.body).equals(Buffer.from(delta.body))).toBe(true);
      expect(ends()).toEqual([`${idOf(first)} ${idOf(second)}`, `${idOf(second)} ${idOf(second)}`]);
    });

    it('are not found from elsewhere, to elsewhere, or of another dataset', () => {
      publish(first);
      publishWith(second, fakeDelta(first, second));

      expect(reader.delta('eol', idOf(second), idOf(second))).toBeUndefined();
      expect(reader.delta('eol', idOf(first), idOf(third))).toBeUndefined();
      expect(reader.delta('sanctions', idOf(first), idOf(second))).toBeUndefined();
      expect(reader.listDeltas('sanctions')).toEqual([]);
    });

    it('lead to the newest snapshot and the one before it; older ones are dropped', () => {
      publishWith(first, fakeDelta(first, first));
      publishWith(second, fakeDelta(first, second));
      expect(ends()).toEqual([`${idOf(first)} ${idOf(first)}`, `${idOf(first)} ${idOf(second)}`]);

      publishWith(third, fakeDelta(first, third), fakeDelta(second, third));

      expect(ends()).toEqual([
        `${idOf(first)} ${idOf(second)}`,
        `${idOf(first)} ${idOf(third)}`,
        `${idOf(second)} ${idOf(third)}`,
      ]);
    });

    it('can be added to the current snapshot later, and take the place of stored ones', () => {
      publish(first);
      publishWith(second, fakeDelta(first, second));
      const better = fakeDelta(first, second, 'better');

      store.addDeltas(lease(), [better, fakeDelta(second, second)]);

      expect(reader.delta('eol', idOf(first), idOf(second))!.proof).toEqual(better.proof);
      expect(ends()).toHaveLength(2);
    });

    it('lead from a stored snapshot to the current one, or nothing is written', () => {
      publish(first);
      publish(second);

      expect(() => publishWith(third, fakeDelta(first, third), fakeDelta(first, second))).toThrow();
      expect(() => publishWith(third, fakeDelta(fakeSnapshot(9, null), third))).toThrow();
      expect(() => store.addDeltas(lease(), [fakeDelta(first, second), fakeDelta(second, first)])).toThrow();

      expect(ends()).toEqual([]);
      expect(reader.state('eol').currentSnapshotId).toBe(idOf(second));
    });

    it('go with the snapshots at their ends', () => {
      publishWith(first, fakeDelta(first, first));
      publishWith(second, fakeDelta(first, second), fakeDelta(second, second));
      publishWith(third, fakeDelta(first, third), fakeDelta(second, third), fakeDelta(third, third));

      store.remove(lease(), [idOf(first)]);
      expect(ends()).toEqual([
        `${idOf(second)} ${idOf(second)}`,
        `${idOf(second)} ${idOf(third)}`,
        `${idOf(third)} ${idOf(third)}`,
      ]);

      store.remove(lease(), [idOf(second)]);
      expect(ends()).toEqual([`${idOf(third)} ${idOf(third)}`]);
    });
  });
}

/** A delta that looks right to a store. */
export function fakeDelta(from: StoredSnapshot, to: StoredSnapshot, note = ''): StoredDelta {
  const ends = { from: from.manifest.snapshot_id, to: to.manifest.snapshot_id };
  return {
    dataset: to.manifest.dataset,
    ...ends,
    body: new TextEncoder().encode(JSON.stringify({ ...ends, note, text: 'é' })),
    proof: { sha256: (note.length % 16).toString(16).repeat(64), key_id: 'k'.repeat(43), signature: 's'.repeat(86) },
  };
}

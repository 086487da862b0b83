/// <reference types="jest" />
import type { Adoption, Lease, SnapshotReader, SnapshotStore } from '../store/snapshot-store';
import { NO_VALIDATORS } from '../upstream/upstream';
import { fakeDelta } from './delta-store.contract';
import { fakeSnapshot, type StoreUnderTest } from './snapshot-store.contract';

const NOW = Date.parse('2026-11-20T06:22:05Z');

/** What every snapshot store promises to a follower. Each adapter's spec runs it on a fresh, empty store per test. */
export function describeFollowedStore(name: string, open: () => StoreUnderTest): void {
  describe(`${name}: a followed dataset`, () => {
    let store: SnapshotStore;
    let reader: SnapshotReader;
    beforeEach(() => ({ store, reader } = open()));

    const [one, two, three] = chainOfThree();
    const lease = (): Lease => store.acquireLease('eol', 'worker', NOW, 60_000)!;
    const idOf = ({ manifest }: typeof one): string => manifest.snapshot_id;
    const adopt = (change: Partial<Adoption>): void =>
      store.adopt(lease(), { snapshots: [], kept: [], deltas: [], gone: [], refreshedAt: NOW, ...change });
    const listed = (): readonly string[] => reader.list('eol').map(({ snapshot_id: id }) => id);

    it('begins in the middle of a chain, with its deltas', () => {
      adopt({ snapshots: [two, three], kept: [idOf(two), idOf(three)], deltas: [fakeDelta(two, three)] });

      expect(listed()).toEqual([idOf(three), idOf(two)]);
      expect(reader.state('eol')).toMatchObject({ currentSnapshotId: idOf(three), refreshedAt: NOW, refusal: null });
      expect(reader.listDeltas('eol')).toEqual([{ from: idOf(two), to: idOf(three) }]);
      expect([store.isFollowed('eol'), store.isFollowed('kev')]).toEqual([true, false]);
    });

    it('goes on over a gap, and lets go what the publisher does not keep', () => {
      adopt({ snapshots: [one], kept: [idOf(one)] });
      adopt({ snapshots: [three], kept: [idOf(three)], gone: [idOf(one)] });

      expect(listed()).toEqual([idOf(three)]);
      expect(store.goneIds('eol')).toEqual([idOf(one)]);
    });

    it('takes nothing of an adoption whose snapshots do not follow each other', () => {
      adopt({ snapshots: [one], kept: [idOf(one)] });
      expect(() =>
        adopt({ snapshots: [two, { ...three, manifest: { ...three.manifest, prev_snapshot_id: null } }] }),
      ).toThrow();

      expect(reader.state('eol').currentSnapshotId).toBe(idOf(one));
      expect(listed()).toEqual([idOf(one)]);
    });

    it('is certain of what is gone only by what was listed; any other store by itself', () => {
      store.publish(lease(), one, NO_VALIDATORS, NOW);
      expect(reader.isForgotten('eol', idOf(two))).toBe(true);
      adopt({ snapshots: [two], kept: [idOf(one), idOf(two)], gone: [idOf(one)] });

      expect([one, three].map((each) => reader.isForgotten('eol', idOf(each)))).toEqual([true, false]);
    });

    it('remembers the greatest number', () => {
      expect(store.followedSequence()).toBeNull();
      store.noteFollowed(5);
      expect(() => store.noteFollowed(4)).toThrow('never shrinks');
      expect(store.followedSequence()).toBe(5);
    });
  });
}

function chainOfThree() {
  const one = fakeSnapshot(1, null);
  const two = fakeSnapshot(2, one.manifest);
  return [one, two, fakeSnapshot(3, two.manifest)] as const;
}

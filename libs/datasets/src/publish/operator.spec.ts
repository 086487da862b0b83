import { answerMeta } from '../serve/answer-meta';
import { publishStarter } from './publish-starter';
import { expendable, removeOldSnapshots } from './retention';
import { rollbackTo } from './rollback';
import { feedBytes, feedWithLatest, IngestHarness, smallFeed } from '../testing';

let harness: IngestHarness;
beforeEach(() => {
  harness = new IngestHarness();
});

function boundTo(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? (value.bind(target) as unknown) : value;
}

describe('the starter', () => {
  it('is published only where nothing is, says what it is, and gives way to real data', async () => {
    const first = await publishStarter(harness.dataset, harness.deps());
    expect(first).toMatchObject({ kind: 'published', manifest: { starter: true, prev_snapshot_id: null } });
    const starter = harness.store.list('eol')[0]!;
    expect(answerMeta(starter, null, { nowMs: 0, stale: true }).notice).toMatch(/starter/i);
    expect(await publishStarter(harness.dataset, harness.deps())).toEqual({
      kind: 'kept',
      snapshotId: starter.snapshot_id,
    });

    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const real = await harness.published();

    expect(real).toMatchObject({ starter: false, prev_snapshot_id: starter.snapshot_id });
  });
});

describe('rolling back', () => {
  it('makes a new snapshot of the old content, and does not publish the bad one again', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const good = await harness.published();
    harness.upstream.serve(feedBytes(feedWithLatest('100.9')), '"b"');
    const bad = await harness.published();
    harness.clock.advance(60_000);

    const outcome = await rollbackTo(harness.dataset, good.snapshot_id, harness.deps());

    expect(outcome).toMatchObject({
      kind: 'published',
      withdrawn: bad.snapshot_id,
      manifest: { sha256: good.sha256, prev_snapshot_id: bad.snapshot_id },
    });
    const [current] = harness.store.list('eol');
    expect(current!.snapshot_id).not.toBe(good.snapshot_id);
    // Who has the bad one gets there as who has any other.
    const deltas = [good, bad].map((from) => harness.store.delta('eol', from.snapshot_id, current!.snapshot_id));
    expect(deltas.map((delta) => delta !== undefined)).toEqual([true, true]);
    expect(await harness.publish()).toMatchObject({ kind: 'refused', rules: ['withdrawn'] });
    expect(await harness.publish({ acceptSha256: bad.sha256 })).toMatchObject({ kind: 'published' });
  });

  it('does without the deltas from a bad one that cannot be read, and closes one that can', async () => {
    for (const isThere of [false, true]) {
      harness = new IngestHarness();
      harness.upstream.serve(feedBytes(smallFeed()), '"a"');
      const good = await harness.published();
      harness.upstream.serve(feedBytes(feedWithLatest('100.9')), '"b"');
      const bad = await harness.published();
      harness.clock.advance(60_000);
      const deps = harness.deps();
      const find: typeof deps.store.find = (dataset, id) =>
        id === bad.snapshot_id && !isThere ? undefined : harness.store.find(dataset, id);
      const store = new Proxy(deps.store, {
        get: (target, name) => (name === 'find' ? find : boundTo(target, name)),
      });
      const close = jest.spyOn(harness.dataset, 'close');

      expect(await rollbackTo(harness.dataset, good.snapshot_id, { ...deps, store })).toMatchObject({
        kind: 'published',
      });

      const [current] = harness.store.list('eol');
      expect(harness.store.delta('eol', bad.snapshot_id, current!.snapshot_id) !== undefined).toBe(isThere);
      expect(close).toHaveBeenCalledTimes(isThere ? 2 : 1);
      close.mockRestore();
    }
  });

  it('refuses what is not there or changes nothing', async () => {
    harness.upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await harness.published();

    expect(await rollbackTo(harness.dataset, 'eol-20000101T000000Z-00000000', harness.deps())).toMatchObject({
      kind: 'refused',
    });
    expect(await rollbackTo(harness.dataset, id, harness.deps())).toMatchObject({ kind: 'refused' });
  });
});

describe('retention', () => {
  it('removes what is both old and beyond the count, never the current snapshot', async () => {
    for (let number = 0; number < 5; number += 1) {
      harness.upstream.serve(feedBytes(feedWithLatest(`200.${number}`)), `"${number}"`);
      await harness.published();
      harness.clock.advance(86_400_000);
    }
    const ids = harness.store.list('eol').map(({ snapshot_id: id }) => id);

    expect(expendable(harness.store.list('eol'), { keepCount: 0, keepDays: 0 }, harness.clock.now())).toEqual(
      ids.slice(1),
    );
    expect(expendable(harness.store.list('eol'), { keepCount: 2, keepDays: 3.5 }, harness.clock.now())).toEqual(
      ids.slice(3),
    );
    expect(expendable(harness.store.list('eol'), { keepCount: 9, keepDays: 0 }, harness.clock.now())).toEqual([]);
    expect(await removeOldSnapshots('eol', { keepCount: 2, keepDays: 3.5 }, harness.deps())).toEqual({
      kind: 'removed',
      snapshotIds: ids.slice(3),
    });
    expect(harness.store.list('eol')).toHaveLength(3);
  });
});

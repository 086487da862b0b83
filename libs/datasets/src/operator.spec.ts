import { answerMeta } from './meta';
import { publishStarter } from './publish-starter';
import { expendable, removeOldSnapshots } from './retention';
import { rollbackTo } from './rollback';
import { feedBytes, feedWithLatest, IngestWorld, smallFeed } from './testing';

let world: IngestWorld;
beforeEach(() => {
  world = new IngestWorld();
});

describe('the starter', () => {
  it('is published only where nothing is, says what it is, and gives way to real data', async () => {
    const first = await publishStarter(world.dataset, world.uses());
    expect(first).toMatchObject({ kind: 'published', manifest: { starter: true, prev_snapshot_id: null } });
    const starter = world.store.list('eol')[0]!;
    expect(answerMeta(starter, null, { nowMs: 0, stale: true }).notice).toMatch(/starter/i);
    expect(await publishStarter(world.dataset, world.uses())).toEqual({
      kind: 'kept',
      snapshotId: starter.snapshot_id,
    });

    world.upstream.serve(feedBytes(smallFeed()), '"a"');
    const real = await world.published();

    expect(real).toMatchObject({ starter: false, prev_snapshot_id: starter.snapshot_id });
  });
});

describe('rolling back', () => {
  it('makes a new snapshot of the old content, and does not publish the bad one again', async () => {
    world.upstream.serve(feedBytes(smallFeed()), '"a"');
    const good = await world.published();
    world.upstream.serve(feedBytes(feedWithLatest('100.9')), '"b"');
    const bad = await world.published();
    world.clock.advance(60_000);

    const outcome = await rollbackTo(world.dataset, good.snapshot_id, world.uses());

    expect(outcome).toMatchObject({
      kind: 'published',
      withdrawn: bad.snapshot_id,
      manifest: { sha256: good.sha256, prev_snapshot_id: bad.snapshot_id },
    });
    expect(world.store.list('eol')[0]!.snapshot_id).not.toBe(good.snapshot_id);
    expect(await world.publish()).toMatchObject({ kind: 'refused', rules: ['withdrawn'] });
    expect(await world.publish({ acceptSha256: bad.sha256 })).toMatchObject({ kind: 'published' });
  });

  it('refuses what is not there or changes nothing', async () => {
    world.upstream.serve(feedBytes(smallFeed()), '"a"');
    const { snapshot_id: id } = await world.published();

    expect(await rollbackTo(world.dataset, 'eol-20000101T000000Z-00000000', world.uses())).toMatchObject({
      kind: 'refused',
    });
    expect(await rollbackTo(world.dataset, id, world.uses())).toMatchObject({ kind: 'refused' });
  });
});

describe('retention', () => {
  it('removes what is both old and beyond the count, never the current snapshot', async () => {
    for (let number = 0; number < 5; number += 1) {
      world.upstream.serve(feedBytes(feedWithLatest(`200.${number}`)), `"${number}"`);
      await world.published();
      world.clock.advance(86_400_000);
    }
    const ids = world.store.list('eol').map(({ snapshot_id: id }) => id);

    expect(expendable(world.store.list('eol'), { keepCount: 0, keepDays: 0 }, world.clock.now())).toEqual(ids.slice(1));
    expect(expendable(world.store.list('eol'), { keepCount: 2, keepDays: 3.5 }, world.clock.now())).toEqual(
      ids.slice(3),
    );
    expect(expendable(world.store.list('eol'), { keepCount: 9, keepDays: 0 }, world.clock.now())).toEqual([]);
    expect(await removeOldSnapshots('eol', { keepCount: 2, keepDays: 3.5 }, world.uses())).toEqual({
      kind: 'removed',
      snapshotIds: ids.slice(3),
    });
    expect(world.store.list('eol')).toHaveLength(3);
  });
});

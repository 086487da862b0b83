import { readdirSync, writeFileSync } from 'node:fs';
import { LedgerMoveError, type LedgerSource, type LedgerTarget } from '@stackcheck/payment-x402/store';
import { postgresPrograms } from '@stackcheck/store-postgres/testing';
import { openMoveSource } from '@stackcheck/store-sqlite/payments';
import { live } from '../testing/lived-ledger';
import { moved, MovePlaces, NOW_MS } from '../testing/move-places';

const here = postgresPrograms() === undefined ? describe.skip : describe;
const FULL = process.env['CAMPAIGN'] === 'full';

here('a move that was interrupted (skipped where no PostgreSQL can start)', () => {
  let places: MovePlaces;
  beforeAll(async () => void (places = await MovePlaces.start()));
  beforeEach(() => places.begin());
  afterEach(() => places.end());
  afterAll(() => places.stop());

  const cut = new Error('cut');
  const STEPS = FULL ? ['putEvents', 'putPayments', 'putNonces', 'filled', 'faults', 'keep'] : ['putPayments', 'keep'];
  const cutAt = async (target: Promise<LedgerTarget>, step: string): Promise<LedgerTarget> =>
    Object.assign(await target, { [step]: () => Promise.reject(cut) });

  it.each(STEPS)('at %s has left nothing, and is made by the next run', async (step) => {
    const path = await places.livedFile(['settled', 'nonce', 'settling']);
    const before = await places.figures(path);
    const url = await places.newDatabase();

    await expect(moved(places.fromFile(path), cutAt(places.toPostgres(url), step))).rejects.toBe(cut);
    expect(await moved(places.fromFile(path), places.toPostgres(url))).toEqual({
      kind: 'moved',
      figures: before,
      wasThere: false,
    });
    const back = (): Promise<LedgerTarget> => places.toFile('back.db');
    await expect(moved(places.fromPostgres(url), cutAt(back(), step))).rejects.toBe(cut);
    expect(readdirSync(places.folder)).toEqual(['payments.db', 'payments.db.lock']);
    expect(await moved(places.fromPostgres(url), back())).toEqual({ kind: 'moved', figures: before, wasThere: false });
  });

  it('by kill -9 holds the file for half a minute, and what it left of a new one is written again', async () => {
    const path = await places.livedFile(['settled']);
    const url = await places.newDatabase();
    // Its lock goes with the process.
    const killed = await openMoveSource(path, () => NOW_MS, { take: () => true, release: () => undefined });
    await killed.hold();
    const soon = await places.fromFile(path);
    const outcome = await soon.hold();
    await soon.close();
    await moved(places.fromFile(path, NOW_MS + 31_000), places.toPostgres(url));
    writeFileSync(places.file('back.db.moving'), 'half a ledger');

    expect(outcome).toMatchObject({ kind: 'refused', why: expect.stringContaining('another move of it runs') });
    await expect(killed.markMoved('elsewhere')).rejects.toThrow('another process took payments with it meanwhile');
    expect(await moved(places.fromPostgres(url), places.toFile('back.db'))).toMatchObject({ kind: 'moved' });
    await killed.close();
    expect(readdirSync(places.folder).sort()).toEqual(['back.db', 'payments.db', 'payments.db.lock']);
  });

  it('before the source was marked is finished by the next run, and not begun a third time', async () => {
    const path = await places.livedFile(['settled', 'refused and claimed again']);
    const before = await places.figures(path);
    const url = await places.newDatabase();
    const unmarked = async (from: Promise<LedgerSource>): Promise<LedgerSource> =>
      Object.assign(await from, { markMoved: () => Promise.reject(cut) });
    const back = (): Promise<LedgerTarget> => places.toFile('back.db');

    await expect(moved(unmarked(places.fromFile(path)), places.toPostgres(url))).rejects.toBe(cut);
    expect(await moved(places.fromFile(path), places.toPostgres(url))).toEqual({
      kind: 'moved',
      figures: before,
      wasThere: true,
    });
    await expect(moved(unmarked(places.fromPostgres(url)), back())).rejects.toBe(cut);
    expect(await moved(places.fromPostgres(url), back())).toEqual({ kind: 'moved', figures: before, wasThere: true });

    expect(await moved(places.fromFile(path), places.toPostgres(url))).toMatchObject({
      why: [expect.stringMatching(/payments\.db was moved to PostgreSQL at 127\.0\.0\.1:\d+\/moved_\d+ before$/)],
    });
    expect(await moved(places.fromPostgres(url), back())).toMatchObject({
      why: [expect.stringMatching(/was moved to .*back\.db before$/)],
    });
  });

  it('and whose source took payments meanwhile is not called moved', async () => {
    const path = await places.livedFile(['settled']);
    const source = await places.fromFile(path);
    const target = await places.toPostgres(await places.newDatabase());
    const keep = target.keep.bind(target);
    Object.assign(target, {
      async keep() {
        await keep();
        const store = await places.openFile(path, 'boot-2');
        await live(store, ['settled'], 60_000);
        await store.close();
      },
    });

    await expect(moved(Promise.resolve(source), Promise.resolve(target))).rejects.toThrow(LedgerMoveError);

    const store = await places.openFile(path);
    expect(await store.lease.hold(NOW_MS)).toEqual({ kind: 'held' });
    await store.lease.release();
    await store.close();
  });
});

import { readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { postgresPrograms } from '@stackcheck/store-postgres/testing';
import { openPaymentReader } from '@stackcheck/store-sqlite/payments';
import { runCli } from '../cli';
import { live, LIVES, settlementOf } from '../testing/lived-ledger';
import { moved, MovePlaces, NOW_MS, QUICK } from '../testing/move-places';
import { planMove } from './move-ledger';

const here = postgresPrograms() === undefined ? describe.skip : describe;
const FULL = process.env['CAMPAIGN'] === 'full';
const RUNS = { numRuns: FULL ? 25 : 2 };

here('moving a ledger (skipped where no PostgreSQL can start)', () => {
  let places: MovePlaces;
  beforeAll(async () => void (places = await MovePlaces.start()));
  beforeEach(() => places.begin());
  afterEach(() => places.end());
  afterAll(() => places.stop());

  it('brings all of it to PostgreSQL and back, whatever became of its payments', async () => {
    const lives = fc.array(fc.constantFrom(...LIVES), { maxLength: 12 }).map((some) => [...LIVES, ...some]);
    await fc.assert(
      fc.asyncProperty(lives, async (some) => {
        places.begin();
        const path = await places.livedFile(some);
        const before = await places.figures(path);
        const url = await places.newDatabase();

        expect(await moved(places.fromFile(path), places.toPostgres(url))).toEqual({
          kind: 'moved',
          figures: before,
          wasThere: false,
        });
        expect(await moved(places.fromPostgres(url), places.toFile('back.db'))).toMatchObject({ figures: before });

        expect(await places.figures(places.file('back.db'))).toEqual(before);
        expect(await places.faultsOf(places.file('back.db'))).toEqual([]);
        expect(readdirSync(places.folder).sort()).toEqual(['back.db', 'payments.db', 'payments.db.lock']);
      }),
      RUNS,
    );
  });

  it('leaves a ledger that nodes go on with: open payments are anybody’s, and new ones have new ids', async () => {
    const path = await places.livedFile(['settling', 'unknown', 'delivered']);
    const url = await places.newDatabase();
    await moved(places.fromFile(path), places.toPostgres(url));
    const one = await places.node(url, 'one');

    const open = await one.ledger.open(10);
    expect(open.map(({ id, state }) => [id, state])).toEqual([
      [1, 'settling'],
      [2, 'unknown'],
    ]);
    for (const record of open) {
      expect(await one.locks.takeUp(record)).toBe(true);
      expect(await one.ledger.settled(record.id, settlementOf(record), NOW_MS)).toEqual(settlementOf(record));
    }
    await live(one, ['settled']);

    expect((await one.reader.list({ limit: 1 }))[0]!.id).toBe(4);
    expect(await one.reader.faults()).toEqual([]);
  });

  it('puts the chains of nodes whose clocks differ into one', async () => {
    const url = await places.newDatabase();
    const [one, two] = [await places.node(url, 'one'), await places.node(url, 'two')];
    await live(one, ['settling', 'settled', 'unknown', 'refused', 'delivered']);
    for (const [id, state] of [[1], [2, 'delivered'], [3], [4]] as const) {
      const [record] = await two.reader.named(String(id));
      // An hour behind.
      if (state === undefined) await two.ledger.settled(id, settlementOf(record!), NOW_MS - 3_600_000);
      await two.ledger.delivered(id, NOW_MS - 3_600_000);
    }
    await Promise.all([one.close(), two.close()]);

    expect(await moved(places.fromPostgres(url), places.toFile('payments.db'))).toMatchObject({ kind: 'moved' });

    expect(await places.faultsOf(places.file('payments.db'))).toEqual([]);
    const reader = await openPaymentReader(places.file('payments.db'));
    expect((await reader.history(3)).map(({ state }) => state)).toEqual([
      'settling',
      'unknown',
      'settled',
      'delivered',
    ]);
    await reader.close();
  });

  describe('is refused, and changes nothing', () => {
    it('while a process takes payments with the file', async () => {
      const path = await places.livedFile(['settled']);
      const store = await places.openFile(path);
      await store.lease.hold(NOW_MS);
      const url = await places.newDatabase();

      const outcome = await moved(places.fromFile(path), places.toPostgres(url));
      await store.lease.release();
      await store.close();

      expect(outcome).toEqual({ kind: 'refused', why: [expect.stringContaining('a process takes payments with it')] });
      expect(await moved(places.fromFile(path), places.toPostgres(url))).toMatchObject({
        kind: 'moved',
        wasThere: false,
      });
    });

    it('while one that was frozen for longer than its lease may go on with it', async () => {
      const path = await places.livedFile(['settled']);
      const frozen = await places.openFile(path);
      await frozen.lease.hold(NOW_MS);
      const url = await places.newDatabase();
      const later = () => places.fromFile(path, NOW_MS + 31_000);

      const outcome = await moved(later(), places.toPostgres(url));
      expect(await frozen.lease.hold(NOW_MS + 31_000)).toEqual({ kind: 'held' });
      await frozen.lease.release();
      await frozen.close();

      expect(outcome).toEqual({
        kind: 'refused',
        why: [expect.stringMatching(/takes payments with it, or is frozen/)],
      });
      expect(await moved(later(), places.toPostgres(url))).toMatchObject({ kind: 'moved' });
    });

    it('while a node is alive, but not for one that was killed', async () => {
      const url = await places.newDatabase();
      const one = await places.node(url, 'one', QUICK);
      const outcome = await moved(places.fromPostgres(url), places.toFile('payments.db'));
      one.distrust('killed');

      expect(outcome).toEqual({
        kind: 'refused',
        why: [expect.stringContaining('1 instance(s) take payments with it')],
      });
      expect(await moved(places.fromPostgres(url), places.toFile('payments.db'))).toMatchObject({ kind: 'moved' });
    });

    it('when the target holds something else', async () => {
      const url = await places.newDatabase();
      const one = await places.node(url, 'one');
      await live(one, ['settled']);
      await one.close();
      const path = await places.livedFile(['settled', 'refused']);

      expect(await moved(places.fromFile(path), places.toPostgres(url))).toEqual({
        kind: 'refused',
        why: [expect.stringMatching(/is not empty, and holds something else: payment 1 differs in /)],
      });
      expect(await moved(places.fromPostgres(url), places.toFile('payments.db'))).toMatchObject({ kind: 'refused' });
    });

    it('when the history of the source does not hold', async () => {
      const url = await places.newDatabase();
      const one = await places.node(url, 'one');
      await live(one, ['settled']);
      await one.close();
      const client = await places.connect(url);
      await client.query("SET session_replication_role = replica; UPDATE payment_event SET detail = 'x'");
      await client.end();

      const outcome = await moved(places.fromPostgres(url), places.toFile('payments.db'));

      expect(outcome).toMatchObject({
        kind: 'refused',
        why: expect.arrayContaining([expect.stringContaining('is not sound:')]),
      });
      expect(readdirSync(places.folder)).toEqual([]);
    });

    it('when only a plan was asked for', async () => {
      const path = await places.livedFile(['settled', 'nonce']);
      const url = await places.newDatabase();
      const before = await places.figures(path);
      const [source, target] = [await places.fromFile(path), await places.toPostgres(url)];

      expect(await planMove(source, target)).toEqual({ figures: before, why: [] });
      await Promise.all([target.close(), source.close()]);

      const client = await places.connect(url);
      expect((await client.query("SELECT to_regclass('payment') AS made")).rows).toEqual([{ made: null }]);
      await client.end();
    });

    it('and the plan says so while a node takes payments with the target', async () => {
      const path = await places.livedFile(['settled']);
      const url = await places.newDatabase();
      const one = await places.node(url, 'one', QUICK);
      const [source, target] = [await places.fromFile(path), await places.toPostgres(url)];

      expect((await planMove(source, target)).why).toEqual([
        expect.stringContaining('1 instance(s) take payments with it'),
      ]);
      one.distrust('killed');
      expect((await planMove(source, target)).why).toEqual([]);
      await Promise.all([target.close(), source.close()]);
    });
  });

  it('is a command that says what it did', async () => {
    const path = await places.livedFile(['settled', 'settled', 'nonce']);
    const url = await places.newDatabase();
    const run = async (env: Readonly<Record<string, string>>, ...args: string[]) => {
      let [out, err] = ['', ''];
      const write = (text: string): void => void (out += text);
      const complain = (line: string): void => void (err += `${line}\n`);
      const code = await runCli(['migrate', ...args], {
        env: { DATA_DIR: places.folder, LEDGER_STANDBY: 'none', ...env },
        write,
        complain,
      });
      return { code, out, err };
    };

    const refused = await run({ LEDGER_STANDBY: '' }, '--to', url);
    const planned = await run({}, '--to', url, '--dry-run');
    const done = await run({}, '--to', url);
    const again = await run({}, '--to', url, '--dry-run');

    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('synchronous_standby_names is empty') });
    expect(planned).toMatchObject({ code: 0, out: expect.stringMatching(/settled +│ 2 +│ \d+\.\d{6}/) });
    expect(planned.out).toContain('2 payments, 4 events, 1 sandbox nonces\n');
    expect(planned.out).toContain(`could be moved from ${path} to PostgreSQL`);
    expect(done).toMatchObject({ code: 0, err: expect.stringMatching(/^checking the source …\ncopying …/) });
    expect(done.out.split('\n').slice(0, 7)).toEqual(planned.out.split('\n').slice(0, 7));
    expect(done.out).toContain(`moved from ${path}, which takes no payments any more, to PostgreSQL at 127.0.0.1`);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('was moved to PostgreSQL') });
    expect(again.err).toContain('is not empty');
  });

  it('leaves sources that nobody takes payments with', async () => {
    const path = await places.livedFile(['settled']);
    const url = await places.newDatabase();
    await moved(places.fromFile(path), places.toPostgres(url));
    await moved(places.fromPostgres(url), places.toFile('new/back.db'));
    const store = await places.openFile(path);
    const held = await store.lease.hold(NOW_MS + 90 * 86_400_000);
    await store.close();

    expect(held).toMatchObject({ kind: 'other_host', movedTo: expect.stringMatching(/^PostgreSQL at 127/) });
    const one = await places.node(url, 'one');
    await expect(one.ledger.counts()).rejects.toMatchObject({ name: 'LedgerBrokenError' });
  });
});

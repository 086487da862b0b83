import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIntent } from '@stackcheck/payment-x402/testing';
import Database from 'better-sqlite3';
import type { GroupCommit } from './group-commit';
import { openPaymentLedger, type OpenPaymentLedger } from './payment-ledger';

const NOW_MS = 1_790_000_000_000;
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'eyJ9' } as const;

let folder: string;
let ledger: OpenPaymentLedger;
let before: number;
const file = () => join(folder, 'payments.db');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'group-commit-'));
  ledger = openPaymentLedger(file(), { bootId: 'boot-1' });
  before = commitsInLog(file());
});
afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Commits in the write-ahead log: the last frame of each carries the size of the file after it (SQLite file format 4.1). */
function commitsInLog(path: string): number {
  const log = readFileSync(`${path}-wal`);
  const frameBytes = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frameBytes <= log.length; at += frameBytes) {
    const isOfThisLog = log.compare(log, 16, 24, at + 8, at + 16) === 0;
    if (isOfThisLog && log.readUInt32BE(at + 4) > 0) commits++;
  }
  return commits;
}

const commits = () => commitsInLog(file()) - before;
const claim = (change = {}) => ledger.claim(testIntent(change), NOW_MS);
const idOf = (outcome: Awaited<ReturnType<typeof claim>>): number => {
  if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
  return outcome.id;
};

describe('writes that arrive together', () => {
  it('share one commit', async () => {
    const ids = (await Promise.all(Array.from({ length: 50 }, () => claim()))).map(idOf);
    const claims = commits();

    await Promise.all(ids.map((id) => ledger.settled(id, SETTLEMENT, NOW_MS)));

    expect(claims).toBe(1);
    expect(commits() - claims).toBe(1);
    expect((await ledger.counts()).settled).toBe(50);
  });

  it('are on disk, for every other connection, when the promise resolves', async () => {
    const onlooker = new Database(file(), { readonly: true });
    const count = onlooker.prepare('SELECT count(*) FROM payment').pluck();
    const seen: unknown[] = [];

    await Promise.all(Array.from({ length: 8 }, () => claim().then(() => seen.push(count.get()))));
    onlooker.close();

    expect(seen).toHaveLength(8);
    seen.forEach((rows, index) => expect(rows).toBeGreaterThan(index));
  });

  it('stay independent: what one of them breaks is undone and reported to it alone', async () => {
    const ids = (await Promise.all([claim(), claim(), claim()])).map(idOf);
    await ledger.released(ids[1]!, 'never used', NOW_MS);
    const already = commits();

    const outcomes = await Promise.allSettled([
      ledger.settled(ids[0]!, SETTLEMENT, NOW_MS),
      ledger.settled(ids[1]!, SETTLEMENT, NOW_MS),
      ledger.unknown(4_711, 'unconfirmed', 'timeout', NOW_MS),
      ledger.unknown(ids[2]!, 'unconfirmed', 'timeout', NOW_MS),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(commits() - already).toBe(1);
    expect(await ledger.counts()).toEqual({ settling: 0, settled: 1, refused: 0, unknown: 1, released: 1 });
  });

  it('are undone whole where they fail halfway, the others kept', async () => {
    const { database, commits: group } = ledger as unknown as { database: Database.Database; commits: GroupCommit };
    database.exec('CREATE TEMP TABLE step (name TEXT)');
    const put = (name: string) => database.prepare('INSERT INTO step VALUES (?)').run(name);

    const outcomes = await Promise.allSettled([
      group.write(() => put('first')),
      group.write(() => {
        put('half');
        throw new Error('broken off');
      }),
      group.write(() => put('last')),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(database.prepare('SELECT name FROM step').pluck().all()).toEqual(['first', 'last']);
  });

  it.each(['SQLITE_IOERR_READ', 'SQLITE_CORRUPT'])(
    'all fail when %s stands against one, which is not tried again: a second try could hide it',
    async (code) => {
      const { database, commits: group } = ledger as unknown as { database: Database.Database; commits: GroupCommit };
      database.exec('CREATE TEMP TABLE step (name TEXT)');
      const put = (name: string) => database.prepare('INSERT INTO step VALUES (?)').run(name);
      const fail = jest
        .fn(() => put('second'))
        .mockImplementationOnce(() => {
          throw Object.assign(new Error('no answer from the disk'), { code });
        });

      const outcomes = await Promise.allSettled([group.write(() => put('first')), group.write(fail)]);

      expect(outcomes).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code } }));
      expect(fail).toHaveBeenCalledTimes(1);
      expect(database.prepare('SELECT name FROM step').pluck().all()).toEqual([]);
    },
  );

  it('are not tried after a fault of the file, neither what is asked meanwhile nor what was still being compressed', async () => {
    const { commits: group } = ledger as unknown as { commits: GroupCommit };
    const large = claim({ answer: { ...testIntent().answer, body: randomBytes(400_000) } });
    const broken = group.write(() => {
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
    });
    const reported = expect(broken).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    await reported;

    await expect(claim()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    await expect(large).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });

    expect(commits()).toBe(0);
    expect((await ledger.counts()).settling).toBe(0);
  });

  it('all fail when their commit fails, and leave nothing behind', async () => {
    const { database } = ledger as unknown as { database: Database.Database };
    database.exec(
      'CREATE TEMP TABLE parent (id INTEGER PRIMARY KEY); CREATE TEMP TABLE child (id REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);',
    );
    const { commits: group } = ledger as unknown as { commits: GroupCommit };

    // A deferred constraint is looked at by COMMIT alone.
    const broken = group.write(() => database.exec('INSERT INTO child VALUES (1)'));
    const outcomes = await Promise.allSettled([
      group.write(() => database.exec('INSERT INTO parent VALUES (2)')),
      broken,
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(database.prepare('SELECT count(*) FROM parent').pluck().get()).toBe(0);
    expect((await claim()).kind).toBe('claimed');
  });

  it('let one of two claims of an identifier win inside one commit', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => claim({ identifier: 'pay_shared_by_many' })));

    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['claimed', 'identifier_exists', 'identifier_exists']);
  });

  it('fail when the disk is full, and later ones do not', async () => {
    const ids = (await Promise.all([claim(), claim()])).map(idOf);
    const other = new Database(file());
    // No page can be added any more, as on a full disk.
    const pages = other.pragma('page_count', { simple: true });
    other.close();
    const limited = (ledger as unknown as { database: Database.Database }).database;
    limited.pragma(`max_page_count = ${String(pages)}`);
    const answer = { ...testIntent().answer, body: randomBytes(60_000) };

    const outcome = await Promise.allSettled([claim({ answer }), claim({ answer })]);
    expect(outcome.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(outcome[0]).toMatchObject({ reason: { code: 'SQLITE_FULL' } });

    limited.pragma('max_page_count = 100000');
    await ledger.settled(ids[0]!, SETTLEMENT, NOW_MS);
    expect(await ledger.counts()).toMatchObject({ settling: 1, settled: 1 });
  });
});

describe('a delivery', () => {
  const settledPayment = async () => {
    const intent = testIntent();
    const id = idOf(await ledger.claim(intent, NOW_MS));
    await ledger.settled(id, SETTLEMENT, NOW_MS);
    return { intent, id };
  };

  it('joins the commit of the next payment', async () => {
    const { id } = await settledPayment();
    const already = commits();

    const delivered = ledger.delivered(id, NOW_MS);
    await claim();
    await delivered;

    expect(commits() - already).toBe(1);
  });

  it('waits for no other payment where it may not wait', async () => {
    ledger.close();
    ledger = openPaymentLedger(file(), { bootId: 'boot-1', deliveryWaitMs: 0 });
    const { id } = await settledPayment();
    const already = commits();

    const delivered = ledger.delivered(id, NOW_MS);
    await new Promise(setImmediate);

    expect(commits() - already).toBe(1);
    await delivered;
  });

  it('counts at once, before it is on disk', async () => {
    const { intent, id } = await settledPayment();
    const already = commits();

    const delivered = ledger.delivered(id, NOW_MS);

    expect((await ledger.find(intent.key))?.deliveredAt).toBe(NOW_MS);
    expect(commits() - already).toBe(0);
    await delivered;
    expect(commits() - already).toBe(1);
  });

  it('is dropped when nothing may be written any more, also when the ledger is closed', async () => {
    const { intent, id } = await settledPayment();

    const delivered = ledger.delivered(id, NOW_MS);
    ledger.fail(new Error('another process met a fault'));
    ledger.close();
    await expect(delivered).rejects.toThrow('another process met a fault');

    ledger = openPaymentLedger(file(), { bootId: 'boot-2' });
    expect((await ledger.find(intent.key))?.deliveredAt).toBeNull();
  });

  it('is on disk when the ledger was closed', async () => {
    const { intent, id } = await settledPayment();

    const delivered = ledger.delivered(id, NOW_MS);
    ledger.close();
    await delivered;

    ledger = openPaymentLedger(file(), { bootId: 'boot-2' });
    expect((await ledger.find(intent.key))?.deliveredAt).toBe(NOW_MS);
  });
});

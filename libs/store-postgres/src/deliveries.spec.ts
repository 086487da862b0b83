import type { PaymentStore } from '@stackcheck/payment-x402';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { LedgerDatabase, postgresPrograms } from './testing';

const NOW_MS = 1_790_000_000_000;
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: '' } as const;
/** What instances of before schema step 6 write. */
const DELIVER_BEFORE = `WITH delivered AS (
  UPDATE payment SET delivered_at = 7 WHERE state = 'settled' AND delivered_at IS NULL RETURNING id
), logged AS (
  INSERT INTO payment_event SELECT 'before', row_number() OVER (), id, 7, 'delivered', '' FROM delivered
)
SELECT count(*)::int AS n FROM delivered`;

const here = postgresPrograms() === undefined ? describe.skip : describe;

here('a delivery (skipped where no PostgreSQL can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start()));
  beforeEach(() => database.empty());
  afterAll(() => database.stop());

  async function sold({ ledger }: PaymentStore) {
    const intent = testIntent();
    const outcome = await ledger.claim(intent, NOW_MS);
    if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
    await ledger.settled(outcome.id, SETTLEMENT, NOW_MS);
    return { id: outcome.id, key: intent.key };
  }
  const deliveries = (): Promise<readonly Record<string, unknown>[]> =>
    database.server.run("SELECT boot_id, at::float8 FROM payment_event WHERE state = 'delivered'");

  it('is an event of its payment, whose row it leaves alone, and is there once where two nodes record it', async () => {
    const [one, two] = [await database.open('one'), await database.open('two')];
    const { id, key } = await sold(one);
    const row = (): Promise<readonly Record<string, unknown>[]> =>
      database.server.run('SELECT xmin, p.* FROM payment p');
    const before = await row();

    await Promise.all([one.ledger.delivered(id, NOW_MS + 1), two.ledger.delivered(id, NOW_MS + 1)]);
    await two.ledger.delivered(id, NOW_MS + 2);

    expect(await deliveries()).toEqual([{ boot_id: expect.stringMatching(/^one$|^two$/), at: NOW_MS + 1 }]);
    expect(await row()).toEqual(before);
    for (const { ledger, reader } of [one, two]) {
      expect((await ledger.find(key))?.deliveredAt).toBe(NOW_MS + 1);
      expect(await reader.named(String(id))).toMatchObject([{ deliveredAt: NOW_MS + 1 }]);
      expect(await reader.faults()).toEqual([]);
    }
  });

  it('of an instance of before the schema step counts, also while both run', async () => {
    const store = await database.open('one');
    const { id, key } = await sold(store);

    expect(await database.server.run(DELIVER_BEFORE)).toEqual([{ n: 1 }]);
    await store.ledger.delivered(id, NOW_MS);

    expect(await deliveries()).toEqual([{ boot_id: 'before', at: 7 }]);
    expect((await store.ledger.find(key))?.deliveredAt).toBe(7);
    expect(await store.reader.named(String(id))).toMatchObject([{ deliveredAt: 7 }]);
    expect(await store.reader.faults()).toEqual([]);
  });

  it('is not recorded again by an instance of before', async () => {
    const store = await database.open('one');
    const { id, key } = await sold(store);
    await store.ledger.delivered(id, NOW_MS);

    expect(await database.server.run(DELIVER_BEFORE)).toEqual([{ n: 0 }]);

    expect((await store.ledger.find(key))?.deliveredAt).toBe(NOW_MS);
    expect(await store.reader.faults()).toEqual([]);
  });

  it('is a fault of the ledger where its payment is not settled, or its event is gone', async () => {
    const store = await database.open('one');
    const { id } = await sold(store);
    await store.ledger.claim(testIntent(), NOW_MS);
    await database.server.run(DELIVER_BEFORE);

    await database.server.run(
      `SET session_replication_role = replica;
       DELETE FROM payment_event WHERE state = 'delivered';
       INSERT INTO payment_event VALUES ('one', 99, ${id + 1}, 1, 'delivered', '')`,
    );

    expect(await store.reader.faults()).toEqual(
      expect.arrayContaining([
        `payment ${id} is settled, its events say settling, settled`,
        `payment ${id + 1} is settling, its events say delivered, settling`,
      ]),
    );
  });
});

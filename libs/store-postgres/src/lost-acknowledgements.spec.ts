import type { LedgerFault } from '@stackcheck/payment-x402/store';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { Client } from 'pg';
import { LedgerDatabase, postgresPrograms } from './testing';

const here = postgresPrograms() === undefined ? describe.skip : describe;
const NOW_MS = 1_790_000_000_000;
const REFUSAL = { code: 'paused', reason: 'claim not acknowledged' };
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: '' } as const;

here('a statement that nobody acknowledged (skipped where no PostgreSQL can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start()));
  beforeEach(() => database.empty());
  afterEach(() => database.close());
  afterAll(() => database.stop());

  /** As of a commit that was let go while it waited for its standby. */
  const warnOn = async (what: 'INSERT' | 'UPDATE'): Promise<() => Promise<unknown>> => {
    await database.server.run(`CREATE OR REPLACE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE WARNING USING ERRCODE = '01000', MESSAGE = 'canceling wait for synchronous replication'; RETURN NULL; END $$;
      CREATE TRIGGER warn AFTER ${what} ON payment EXECUTE FUNCTION warn()`);
    return () => database.server.run('DROP TRIGGER warn ON payment');
  };

  it('is not taken for written: its claim is withdrawn, and the chain has no fault', async () => {
    const { ledger, reader } = await database.open('one');
    const intent = testIntent();
    const stopWarning = await warnOn('INSERT');

    await expect(ledger.claim(intent, NOW_MS)).rejects.toMatchObject({ code: 'LEDGER_UNACKNOWLEDGED' });
    await stopWarning();

    expect(await ledger.withdraw(intent.key, REFUSAL, NOW_MS)).toBe('withdrawn');
    expect(await ledger.find(intent.key)).toMatchObject({ state: 'refused', refusal: REFUSAL });
    expect(await ledger.claim(intent, NOW_MS)).toMatchObject({ kind: 'claimed' });
    expect(await reader.faults()).toEqual([]);
  });

  it('is repeated where that changes nothing: a settlement', async () => {
    const { ledger, reader } = await database.open('one');
    const intent = testIntent();
    const outcome = await ledger.claim(intent, NOW_MS);
    if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
    const stopWarning = await warnOn('UPDATE');

    await expect(ledger.settled(outcome.id, SETTLEMENT, NOW_MS)).rejects.toMatchObject({
      code: 'LEDGER_UNACKNOWLEDGED',
    });
    await stopWarning();

    expect(await ledger.settled(outcome.id, SETTLEMENT, NOW_MS)).toEqual(SETTLEMENT);
    expect((await reader.history(outcome.id)).map(({ state }) => state)).toEqual(['settling', 'settled']);
    expect(await reader.faults()).toEqual([]);
  });

  it('comes to nothing when it arrives after the withdrawal', async () => {
    const store = await database.open('one');
    const intent = testIntent();
    const { network, asset, payer, nonce } = intent.key;
    const other = new Client({ connectionString: database.server.url() });
    await other.connect();
    // Another transaction has the same key for a while, and then has not.
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO payment (network, asset, payer, nonce, payment_hash, x402_version, payload, request_hash, route_id, resource_url,
         price, value, pay_to, valid_after, valid_before, answer_content_type, answer_snapshot_ids, state, boot_id, created_at)
       VALUES ($1, $2, $3, $4, '', 2, '', '', '', '', 0, 0, '', 0, 0, '', '', 'settling', 'other', 0)`,
      [network, asset, payer, nonce],
    );

    await expect(store.ledger.claim(intent, NOW_MS)).rejects.toMatchObject({ code: 'LEDGER_UNACKNOWLEDGED' });
    expect(await store.ledger.withdraw(intent.key, REFUSAL, NOW_MS)).toBe('withdrawn');
    await other.query('ROLLBACK');
    await other.end();
    const waiting = async () =>
      (
        await database.server.run(
          "SELECT 1 FROM pg_stat_activity WHERE application_name = 'stackcheck payments' AND state = 'active'",
        )
      ).length;
    while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));

    expect(await store.ledger.find(intent.key)).toBeUndefined();
    expect(await store.reader.faults()).toEqual([]);
    expect(await store.ledger.claim(intent, NOW_MS)).toMatchObject({ kind: 'claimed' });
  });

  it('is reported as a fault that passes when the server was killed, and all goes on when it is back', async () => {
    const store = await database.open('one');
    const reported: LedgerFault['kind'][] = [];
    store.onFault(({ kind }) => reported.push(kind));
    const [kept, lost] = [testIntent(), testIntent()];
    await store.ledger.claim(kept, NOW_MS);

    await database.server.kill();
    await expect(store.ledger.claim(lost, NOW_MS)).rejects.toMatchObject({ message: expect.any(String) });
    await database.server.start();

    expect(new Set(reported)).toEqual(new Set(['away']));
    expect(await store.lease.hold(NOW_MS)).toEqual({ kind: 'held' });
    expect((await store.ledger.find(kept.key))?.state).toBe('settling');
    expect(await store.ledger.withdraw(lost.key, REFUSAL, NOW_MS)).toBe('withdrawn');
    expect(await store.ledger.claim(lost, NOW_MS)).toMatchObject({ kind: 'claimed' });
    expect(await store.reader.faults()).toEqual([]);
  });
});

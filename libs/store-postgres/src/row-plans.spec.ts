import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentStore } from '@stackcheck/payment-x402';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { connectToPrimary } from './connection/connect';
import { Lane } from './connection/lane';
import { EventChain } from './events/event-chain';
import { EventWriter } from './events/event-writer';
import { LedgerDatabase, postgresPrograms } from './testing';

const here = postgresPrograms() === undefined ? describe.skip : describe;
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'e30=' } as const;
/** Calls at a time, before and after the ledger grows: after five executions the plan of a statement may be kept, at first that of a ledger of two rows. */
const BEFORE = [...Array<number>(8).fill(2), ...Array<number>(8).fill(40)];
const AFTER = Array<number>(8).fill(40);
const LATER = Array<number>(25).fill(40);
const ROWS = 3_000;
/** Numbers of statements whose end was not learned. */
const IN_DOUBT = 50;

const GROW = `INSERT INTO payment (network, asset, payer, nonce, payment_hash, x402_version, payload, request_hash, route_id, resource_url,
  price, value, pay_to, valid_after, valid_before, answer_content_type, answer_snapshot_ids, state, boot_id, created_at,
  transaction_hash, evidence, payment_response, identifier)
SELECT network, asset, payer, '0x' || lpad(n::text, 64, 'f'), payment_hash, x402_version, payload, request_hash, route_id, resource_url,
  price, value, pay_to, valid_after, valid_before, answer_content_type, answer_snapshot_ids, state, boot_id, created_at,
  transaction_hash, evidence, payment_response, 'pay_' || lpad(n::text, 32, 'f')
FROM (SELECT * FROM payment LIMIT 1) AS sold CROSS JOIN generate_series(1, ${ROWS}) AS n`;

here('what paid calls read of the ledger (skipped where no PostgreSQL can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start({ autovacuum: 'off' })));
  afterAll(() => database.stop());

  it('does not grow with it, also where statements were planned while it was small', async () => {
    const store = await database.open('boot-1');
    for (const calls of BEFORE) await sell(store, calls);
    await database.server.run(GROW);
    for (const calls of AFTER) await sell(store, calls);
    await database.close();

    // Look-ups, a claim, a settlement and a delivery each find one row by one index.
    const perCall = (await entriesRead(database, 'payment', 'payment_answer')) / sumOf([...BEFORE, ...AFTER]);
    expect(perCall).toBeGreaterThan(1);
    expect(perCall).toBeLessThan(5);
  });
});

here('what beats read of the history (skipped where no PostgreSQL can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start({ autovacuum: 'off' })));
  afterAll(() => database.stop());

  it('does not grow with it, also where PostgreSQL counted its rows before this boot wrote any', async () => {
    const earlier = await database.open('boot-1');
    for (const calls of AFTER) await sell(earlier, calls);
    await database.close();
    await database.server.run('ANALYZE');
    const store = await database.open('boot-2', { times: { beatMs: 20 } });
    for (const calls of LATER) await sell(store, calls);
    await database.close();

    // A beat looks for one event of each statement, of which each call takes part in three at most.
    const perCall = (await entriesRead(database, 'payment_event')) / sumOf([...AFTER, ...LATER]);
    expect(perCall).toBeGreaterThan(0);
    expect(perCall).toBeLessThan(4);
  });

  it('nor does what is read of it when it is not known what was written', async () => {
    const before = await entriesRead(database, 'payment_event');
    const hosts = [{ name: 'here', url: database.server.url(), isLoopback: true }];
    const options = { hosts, standby: 'none', connectMs: 2_000, name: 'stackcheck test', isForRows: true } as const;
    const lane = new Lane(() => connectToPrimary(options));
    const chain = new EventChain();
    for (let n = 0; n < IN_DOUBT; n++) chain.doubt([chain.next(1).seq]);
    await new EventWriter('boot-2', chain, lane).resolveDoubts(1, 3_000);
    await lane.close();

    expect(chain.doubts).toEqual([]);
    expect(chain.seal.toSeq).toBe(IN_DOUBT + 1);
    expect((await entriesRead(database, 'payment_event')) - before).toBeLessThan(4 * IN_DOUBT);
  });
});

async function sell({ ledger }: PaymentStore, calls: number): Promise<void> {
  await Promise.all(
    Array.from({ length: calls }, async () => {
      const identifier = `pay_${randomUUID()}`;
      const intent = testIntent({ identifier });
      await ledger.find(intent.key);
      await ledger.findByIdentifier(identifier);
      const claimed = await ledger.claim(intent, 1, null);
      if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
      await ledger.settled(claimed.id, SETTLEMENT, 2);
      await ledger.delivered(claimed.id, 3);
    }),
  );
}

/** Of all indexes of these tables; what a connection read is counted when it ended, at the latest. */
async function entriesRead({ server }: LedgerDatabase, ...tables: readonly string[]): Promise<number> {
  const working = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name LIKE 'stackcheck%'";
  while ((await server.run(working))[0]!['n'] !== 0) await sleep(20);
  const names = tables.map((table) => `'${table}'`).join(', ');
  const [read] = await server.run(
    `SELECT sum(idx_tup_read)::int AS entries FROM pg_stat_user_indexes WHERE relname IN (${names})`,
  );
  return Number(read!['entries']);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number);
}

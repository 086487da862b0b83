import { testIntent } from '@stackcheck/payment-x402/testing';
import type { PaymentStore } from '@stackcheck/payment-x402/store';
import type { PaymentIntent } from '@stackcheck/payment-x402/ledger';
import { storedContents } from './move/stored-contents';
import { LedgerDatabase, postgresPrograms } from './testing';

const here = postgresPrograms() === undefined ? describe.skip : describe;
const NOW_MS = 1_790_000_000_000;
const REFUSAL = { code: 'payment_invalid', reason: 'insufficient_funds' };
/** No beat but those that are asked for, which nobody finds missing. */
const STILL = { beatMs: 600_000, goneMs: 1_800_000 };

here('payments that are called free in PostgreSQL (skipped where none can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start()));
  beforeEach(() => database.empty());
  afterEach(() => database.close());
  afterAll(() => database.stop());

  const open = (bootId: string): Promise<PaymentStore> => database.open(bootId, { times: STILL });
  const free = ({ ledger }: PaymentStore, { key, paymentHash, validBefore }: PaymentIntent) =>
    ledger.callFree({ key, paymentHash, validBefore, refusal: REFUSAL }, NOW_MS);

  it.each([
    ['COMMIT', 'held'],
    ['ROLLBACK', 'free'],
  ])('wait for a claim that is written and not committed, before its %s', async (end, word) => {
    const store = await open('one');
    const intent = testIntent();
    const other = await database.server.connect();
    await other.query('BEGIN');
    await other.query(insertClaim(intent));

    const asked = free(store, intent);
    const blocked = `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`;
    while ((await database.server.run(blocked)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await other.query(end);

    expect(await asked).toBe(word);
    await other.end();
  });

  it('show to operators by their nonce and nowhere else, and are no fault', async () => {
    const store = await open('one');
    const [intent, sold] = [testIntent(), testIntent()];
    await store.ledger.claim(sold, NOW_MS, null);
    await free(store, intent);

    const listed = await store.reader.list({ limit: 10 });
    const all = [];
    for await (const summary of store.reader.all()) all.push(summary);
    for (const summaries of [listed, all]) expect(summaries.map(({ key }) => key)).toEqual([sold.key]);
    expect(await store.reader.named(intent.key.nonce)).toMatchObject([{ state: 'refused', refusal: REFUSAL }]);
    expect(await store.reader.faults()).toEqual([]);
  });

  it('stay behind when the ledger moves, since no claim is on its way to another one', async () => {
    const store = await open('one');
    const sold = testIntent();
    await store.ledger.claim(sold, NOW_MS, null);
    await free(store, testIntent());
    const client = await database.server.connect();
    await client.query('BEGIN');

    const moved: string[] = [];
    for await (const { nonce } of storedContents(() => client).payments()) moved.push(nonce);

    expect(moved).toEqual([sold.key.nonce]);
    await client.end();
  });

  it('are forgotten by the beats when nobody can be charged for them any more', async () => {
    const store = await open('one');
    const [over, open_] = [testIntent({ validBefore: 1_600_000_000 }), testIntent()];
    for (const intent of [over, open_]) await free(store, intent);
    await database.server.run(`UPDATE payment SET created_at = extract(epoch FROM now())::bigint * 1000`);
    const left = async () => (await database.server.run('SELECT nonce FROM payment')).map(({ nonce }) => nonce);

    while ((await left()).length > 1) await store.lease.hold(NOW_MS);

    expect(await left()).toEqual([open_.key.nonce]);
    expect(await store.ledger.claim(over, NOW_MS, null)).toMatchObject({ kind: 'claimed' });
  });
});

/** What a claim of another node writes, as far as it matters here. */
function insertClaim({ key: { network, asset, payer, nonce } }: PaymentIntent): string {
  return `INSERT INTO payment (network, asset, payer, nonce, payment_hash, x402_version, payload, request_hash, route_id, resource_url,
    price, value, pay_to, valid_after, valid_before, answer_content_type, answer_snapshot_ids, state, boot_id, created_at)
    VALUES ('${network}', '${asset}', '${payer}', '${nonce}', '', 2, '{}', '', '', '', 0, 0, '', 0, 0, '', '[]', 'settling', 'other', 0)`;
}

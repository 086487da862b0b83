import { Client } from 'pg';
import { postgresPrograms, startPostgres, type PostgresServer } from '../testing';
import { migrate } from './migrate';
import { SCHEMA_STEPS } from './schema';

const here = postgresPrograms() === undefined ? describe.skip : describe;

here('the schema of a ledger in PostgreSQL (skipped where none can start)', () => {
  let server: PostgresServer;
  const clients: Client[] = [];
  const connect = async (database: string): Promise<Client> => {
    const client = new Client({ connectionString: server.url(database) });
    clients.push(client);
    await client.connect();
    return client;
  };

  beforeAll(async () => {
    server = await startPostgres();
    for (const name of ['together', 'changed', 'grown', 'older']) await server.run(`CREATE DATABASE ${name}`);
  });
  afterAll(async () => {
    for (const client of clients) await client.end();
    await server.stop();
  });

  it('is made once by two programs that start together', async () => {
    const both = [await connect('together'), await connect('together')];

    await Promise.all(both.map((client) => migrate(client)));

    expect(await server.run('SELECT number, name FROM schema_migration', 'together')).toEqual([
      { number: 1, name: '0001_payments' },
      { number: 2, name: '0002_called_free' },
    ]);
  });

  it('is refused where a step was changed afterwards, or a later program made it', async () => {
    const client = await connect('changed');
    await migrate(client);

    await expect(migrate(client, [{ ...SCHEMA_STEPS[0]!, sql: 'SELECT 1' }, ...SCHEMA_STEPS.slice(1)])).rejects.toThrow(
      'schema step 1 "0001_payments" of the ledger is not the one this program knows',
    );
    await expect(migrate(client, [])).rejects.toThrow('the ledger has schema 2, this program knows 0');
  });

  it('is left as it was when a later step fails, and grows when it does not', async () => {
    const client = await connect('grown');
    await migrate(client);
    const steps = (sql: string) => [...SCHEMA_STEPS, { name: '0003_test', sql }];

    await expect(migrate(client, steps('CREATE TABLE extra (); SELECT 1 / 0'))).rejects.toThrow('division by zero');
    expect(await server.run("SELECT to_regclass('extra') AS made", 'grown')).toEqual([{ made: null }]);
    await migrate(client, steps('CREATE TABLE extra ()'));

    expect(await server.run('SELECT count(*)::int AS n FROM schema_migration', 'grown')).toEqual([{ n: 3 }]);
  });

  it('is brought up to date over payments of before', async () => {
    const client = await connect('older');
    await migrate(client, SCHEMA_STEPS.slice(0, 1));
    await client.query(insertRow('settling', 1, 2_000_000_000));

    await migrate(client);

    await expect(client.query('DELETE FROM payment')).rejects.toThrow('payments are kept');
    await expect(client.query('UPDATE payment SET attempt = 0')).rejects.toThrow('attempts are counted up');
    await expect(client.query(insertRow('settling', 0, 1))).rejects.toThrow('payment_called_free');
  });

  it('lets the role of the API remove what was called free and is over, and no other row', async () => {
    const admin = await connect('older');
    await admin.query(`CREATE ROLE seller LOGIN; SELECT grant_ledger_to('seller')`);
    const client = new Client({ connectionString: server.url('older').replace('owner@', 'seller@') });
    clients.push(client);
    await client.connect();
    const nowSeconds = 1_700_000_000;
    for (const validBefore of [nowSeconds - 61, nowSeconds - 59]) {
      await client.query(insertRow('refused', 0, validBefore));
      await client.query(insertRow('refused', 1, validBefore));
    }

    await expect(client.query('DELETE FROM payment WHERE attempt = 0')).rejects.toMatchObject({ code: '42501' });
    await expect(client.query('UPDATE payment SET attempt = 0')).rejects.toThrow('attempts are counted up');
    const { rows } = await client.query('SELECT forget_called_free($1) AS n', [nowSeconds]);
    expect(rows).toEqual([{ n: 1 }]);
    expect(await server.run('SELECT attempt, count(*)::int AS n FROM payment GROUP BY 1 ORDER BY 1', 'older')).toEqual([
      { attempt: 0, n: 1 },
      { attempt: 1, n: 3 },
    ]);
    // A day after the word, whatever its window: what was on its way then does not arrive any more.
    await client.query(insertRow('refused', 0, Number.MAX_SAFE_INTEGER));
    const later = await client.query('SELECT forget_called_free($1) AS n', [nowSeconds + 86_401]);
    expect(later.rows).toEqual([{ n: 2 }]);
    // No clock of a node makes it sooner.
    await client.query(insertRow('refused', 0, 4_000_000_000, 'extract(epoch FROM now())::bigint * 1000'));
    const early = await client.query('SELECT forget_called_free($1) AS n', [5_000_000_000]);
    expect(early.rows).toEqual([{ n: 0 }]);
  });

  it('lets the role of the API neither remove nor rewrite payments and events', async () => {
    await server.run(`CREATE ROLE api LOGIN; SELECT grant_ledger_to('api')`, 'together');
    const client = new Client({ connectionString: server.url('together').replace('owner@', 'api@') });
    clients.push(client);
    await client.connect();

    await migrate(client);
    for (const sql of [
      'DELETE FROM payment',
      'TRUNCATE payment_event',
      "UPDATE payment_event SET detail = ''",
      'DROP TABLE node',
      "SELECT grant_ledger_to('api')",
    ])
      await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});

let rows = 0;

/** A payment with the least that its table asks for. */
function insertRow(state: string, attempt: number, validBefore: number, createdAt = '1700000000000'): string {
  const nonce = `0x${(++rows).toString(16).padStart(64, '0')}`;
  return `INSERT INTO payment (network, asset, payer, nonce, payment_hash, x402_version, payload, request_hash, route_id, resource_url,
    price, value, pay_to, valid_after, valid_before, answer_content_type, answer_snapshot_ids, state, boot_id, attempt, created_at,
    refusal_code, refusal_reason) VALUES ('eip155:1', '0x${'a'.repeat(40)}', '0x${'b'.repeat(40)}', '${nonce}', '', 2, '{}', '', '', '',
    0, 0, '', 0, ${validBefore}, '', '[]', '${state}', 'boot', ${attempt}, ${createdAt}, 'payment_invalid', '')`;
}

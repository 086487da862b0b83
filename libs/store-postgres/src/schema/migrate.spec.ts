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
    for (const name of ['together', 'changed', 'grown']) await server.run(`CREATE DATABASE ${name}`);
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
    ]);
  });

  it('is refused where a step was changed afterwards, or a later program made it', async () => {
    const client = await connect('changed');
    await migrate(client);

    await expect(migrate(client, [{ ...SCHEMA_STEPS[0]!, sql: 'SELECT 1' }])).rejects.toThrow(
      'schema step 1 "0001_payments" of the ledger is not the one this program knows',
    );
    await expect(migrate(client, [])).rejects.toThrow('the ledger has schema 1, this program knows 0');
  });

  it('is left as it was when a later step fails, and grows when it does not', async () => {
    const client = await connect('grown');
    await migrate(client);
    const steps = (sql: string) => [...SCHEMA_STEPS, { name: '0002_test', sql }];

    await expect(migrate(client, steps('CREATE TABLE extra (); SELECT 1 / 0'))).rejects.toThrow('division by zero');
    expect(await server.run("SELECT to_regclass('extra') AS made", 'grown')).toEqual([{ made: null }]);
    await migrate(client, steps('CREATE TABLE extra ()'));

    expect(await server.run('SELECT count(*)::int AS n FROM schema_migration', 'grown')).toEqual([{ n: 2 }]);
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

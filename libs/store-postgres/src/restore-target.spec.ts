import { openRestoreTarget } from './restore-target';
import { migrate, stepsLeft } from './schema/migrate';
import { SCHEMA_STEPS } from './schema/schema';
import { postgresPrograms, startPostgres, type PostgresServer } from './testing';

const here = postgresPrograms() === undefined ? describe.skip : describe;

here('a database to restore into (skipped where no PostgreSQL can start)', () => {
  let server: PostgresServer;
  beforeAll(async () => void (server = await startPostgres()));
  afterAll(() => server.stop());

  it('is empty or not, has scratch room next to it, and comes up to date', async () => {
    await server.run('CREATE DATABASE place');
    const target = await openRestoreTarget(server.url('place'));
    expect([target.name.endsWith('/place'), await target.isEmpty()]).toEqual([true, true]);

    const scratch = await target.makeScratch();
    expect(scratch.url).toMatch(/^postgres:\/\/owner@127\.0\.0\.1:\d+\/stackcheck_proof_[0-9a-f]{12}$/);
    await scratch.drop();
    expect(await server.run(`SELECT 1 FROM pg_database WHERE datname LIKE 'stackcheck_proof%'`)).toEqual([]);

    await server.run('CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$SELECT 1$$', 'place');
    expect(await target.isEmpty()).toBe(false);
    await server.run('DROP FUNCTION f()', 'place');
    const client = await server.connect('place');
    await migrate(client, SCHEMA_STEPS.slice(0, 1));
    expect(await stepsLeft(client)).toBeGreaterThan(0);
    await target.bringUpToDate();
    expect([await stepsLeft(client), await target.isEmpty()]).toEqual([0, false]);

    await target.stop('a test');
    await target.stop('another');
    expect((await client.query('SELECT stopped FROM cluster')).rows).toEqual([{ stopped: 'a test' }]);
    await client.end();
    await target.close();
  });
});

import { markStatement, openRestoreTarget } from './restore-target';
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
    expect([target.name, await target.isEmpty()]).toEqual([server.url('place').replace(/^.*@/, ''), true]);
    expect(await target.serverMajor()).toBeGreaterThanOrEqual(15);

    const scratch = await target.makeScratch();
    expect(scratch.url).toMatch(/^postgres:\/\/owner@127\.0\.0\.1:\d+\/stackcheck_proof_[0-9a-f]{8}_\d+_[0-9a-f]{8}$/);
    await scratch.drop();
    const left = scratch.url.replace(/.*\/(.*_)\d+(_.*)$/, (_, before, after) => `${before}1000000000${after}`);
    const fresh = left.replace('1000000000', String(Math.floor(Date.now() / 1_000) - 3_600));
    for (const name of [left, fresh]) await server.run(`CREATE DATABASE ${name}`);
    await (await target.makeScratch()).drop();
    const proofs = `SELECT datname FROM pg_database WHERE datname LIKE 'stackcheck_proof%'`;
    expect(await server.run(proofs)).toEqual([{ datname: fresh }]);
    await server.run(`DROP DATABASE ${fresh}`);

    // What extensions bring is nobody's.
    await server.run('CREATE EXTENSION pg_stat_statements', 'place');
    expect(await target.isEmpty()).toBe(true);
    await server.run('CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$SELECT 1$$', 'place');
    expect(await target.isEmpty()).toBe(false);
    await server.run('DROP FUNCTION f()', 'place');
    const client = await server.connect('place');
    await migrate(client, SCHEMA_STEPS.slice(0, 1));
    expect(await stepsLeft(client)).toBeGreaterThan(0);
    await target.bringUpToDate();
    expect([await stepsLeft(client), await target.isEmpty()]).toEqual([0, false]);

    await target.mark('a test');
    expect((await client.query('SELECT stopped FROM cluster')).rows).toEqual([{ stopped: 'a test' }]);
    await target.mark(null);
    expect((await client.query('SELECT stopped FROM cluster')).rows).toEqual([{ stopped: null }]);
    await client.end();
    await target.close();
  });

  it.each([
    ['lost', "the tail of the other's log is lost"],
    ['sold over', null],
  ])('goes on as it was dumped, %s, once its marks are taken away', async (name, own) => {
    const database = name.replace(' ', '_');
    await server.run(`CREATE DATABASE ${database}`);
    const target = await openRestoreTarget(server.url(database));
    await target.bringUpToDate();
    const client = await server.connect(database);
    const stopped = async () =>
      (await client.query<{ stopped: string }>('SELECT stopped FROM cluster')).rows[0]!.stopped;
    await client.query('UPDATE cluster SET stopped = $1', [own]);
    const also = own === null ? '' : `; in the backup: ${own}`;

    await client.query(markStatement("the operator's restore"));
    expect(await stopped()).toBe(`the operator's restore${also}`);
    await target.mark('not sound');
    expect(await stopped()).toBe(`not sound${also}`);
    await target.mark(null);
    expect(await stopped()).toBe(own);
    await client.end();
    await target.close();
  });

  it('has nobody else make its tables until it is closed', async () => {
    await server.run('CREATE DATABASE held');
    const target = await openRestoreTarget(server.url('held'));
    await target.keepOthersOut();
    const node = await server.connect('held');
    let isMade = false;
    const made = migrate(node).then(() => (isMade = true));
    const waiting = `SELECT 1 AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    while ((await server.run(waiting, 'held')).length === 0) expect(isMade).toBe(false);

    await target.bringUpToDate();
    expect(isMade).toBe(false);
    await target.close();
    await made;
    expect(await stepsLeft(node)).toBe(0);
    await node.end();
  });
});

import { testIntent } from '@stackcheck/payment-x402/testing';
import { openPostgresCluster, openPostgresReader } from './open-payments';
import { LedgerDatabase, postgresPrograms } from './testing';

const here = postgresPrograms() === undefined ? describe.skip : describe;
const NOW_MS = 1_790_000_000_000;

here('what operators open by LEDGER_URL (skipped where no PostgreSQL can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start()));
  afterAll(() => database.stop());

  it('shows payments and nodes, and switches payments on all of them', async () => {
    const store = await database.open('one');
    await store.ledger.claim(testIntent(), NOW_MS);
    const url = database.server.url();
    const [reader, nodes] = [openPostgresReader(url), openPostgresCluster(url)];

    expect(await reader.list({ limit: 9 })).toMatchObject([{ id: 1, state: 'settling' }]);
    expect(await reader.faults()).toEqual([]);
    expect(await nodes.nodes()).toMatchObject([{ bootId: 'one', place: 'one', isGone: false, payments: 1 }]);
    expect(await nodes.state()).toEqual({ paused: null, stopped: null, isMoved: false });
    await nodes.pause('a test');
    expect(await nodes.state()).toMatchObject({ paused: 'a test' });
    await nodes.resume(false);
    expect(await nodes.state()).toMatchObject({ paused: null });
    await reader.close();
  });

  it.each([
    [false, 'a test', { stopped: 'a test', isMoved: false }],
    [true, 'a test', { stopped: null, isMoved: false }],
    [false, 'moved to elsewhere', { stopped: 'moved to elsewhere', isMoved: true }],
    [true, 'moved to elsewhere', { stopped: 'moved to elsewhere', isMoved: true }],
  ])('resumes, after an audit: %j, what was stopped for "%s"', async (isAudited, stopped, state) => {
    const nodes = openPostgresCluster(database.server.url());
    await database.server.run(`UPDATE cluster SET paused = 'p', stopped = '${stopped}'`);

    await nodes.resume(isAudited);

    expect(await nodes.state()).toEqual({ paused: null, ...state });
  });

  it('reads no URL that is none', () => {
    expect(() => openPostgresCluster('mysql://x/y')).toThrow('LEDGER_URL must be postgres://');
    expect(() => openPostgresReader('mysql://x/y')).toThrow('LEDGER_URL must be postgres://');
  });
});

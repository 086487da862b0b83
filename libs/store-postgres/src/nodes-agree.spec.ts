import type { PaymentStore } from '@stackcheck/payment-x402';
import { LedgerDatabase, postgresPrograms } from './testing';

const here = postgresPrograms() === undefined ? describe.skip : describe;

/** Seconds as hundredths. */
const QUICK = { beatMs: 40, goneMs: 800, replacedMs: 120, claimLeftMs: 560, settleLeftMs: 480 };

here('what nodes over one PostgreSQL must have in common (skipped where none can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start()));
  beforeEach(() => database.empty());
  afterEach(() => database.close());
  afterAll(() => database.stop());

  /** As kill -9: no word to anybody. */
  const kill = (store: PaymentStore): void => store.distrust('killed');

  it('refuses to start while a living one is configured otherwise, but not for a dead one', async () => {
    const agreed = { terms: 'a', keys: 'k', watchKeys: ['w'] };
    const one = await database.open('one', { times: QUICK, agreed });
    const start = (bootId: string, change: Partial<typeof agreed>) =>
      database.open(bootId, { times: QUICK, agreed: { ...agreed, ...change } });

    await expect(start('two', { terms: 'b' })).rejects.toThrow('other values of PAY_TO, NETWORK');
    await expect(start('three', { keys: 'l' })).rejects.toThrow('other values of RECEIPT_KEY or L402_SECRET');
    kill(one);

    expect((await start('four', { terms: 'b' })).ledger.bootId).toBe('four');
  });

  it.each<[string, readonly string[], readonly string[], boolean]>([
    ['the same', ['old', 'new'], ['old', 'new'], true],
    ['the next one, which does not seal yet', ['old'], ['new', 'old'], true],
    ['the next one, which seals', ['new', 'old'], ['old', 'new'], true],
    ['the one before no more', ['old', 'new'], ['new'], true],
    ['none', ['old'], [], true],
    ['another one', ['old'], ['new'], false],
    ['the next one at once', ['old'], ['old', 'new'], false],
    ['the one before alone, while the next one seals', ['old', 'new'], ['old'], false],
  ])('with keys of watch tokens starts one that has %s', async (_what, there, own, mayStart) => {
    await database.open('one', { times: QUICK, agreed: { watchKeys: there } });
    const started = database.open('two', { times: QUICK, agreed: { watchKeys: own } });

    if (mayStart) expect((await started).ledger.bootId).toBe('two');
    else await expect(started).rejects.toThrow('runs with other values of WATCH_KEYS, of which each must open');
  });

  it('is nothing where one does not say what it has', async () => {
    await database.open('one', { times: QUICK, agreed: { watchKeys: ['w'] } });
    const two = await database.open('two', { times: QUICK });

    expect(two.ledger.bootId).toBe('two');
    expect(
      await database.server.run("SELECT terms_sha256, keys_sha256, watch_keys FROM node WHERE boot_id = 'two'"),
    ).toEqual([{ terms_sha256: '', keys_sha256: '', watch_keys: [] }]);
  });

  it.each([0, 1, -1])('knows that its clock is %i hours ahead of the server’s', async (hours) => {
    const aheadMs = hours * 3_600_000;
    const now = () => ({ monotonicMs: performance.now(), wallMs: Date.now() + aheadMs });
    const store = await database.open('one', { times: QUICK, now });

    const known = store.clockAheadMs!()!;

    // Both clocks are this machine's, which the server reads in finer steps; how long the question took is taken for right.
    expect(known * hours).toBeLessThanOrEqual(3_600_010);
    expect(known * hours).toBeGreaterThan(hours === 0 ? -1 : 1_800_000);
    if (hours === 0) expect(Math.abs(known)).toBeLessThan(10);
  });
});

import { testIntent } from '@stackcheck/payment-x402/testing';
import { fillSharedLedger } from './fill-shared-ledger';
import { LedgerDatabase } from './ledger-database';
import { postgresPrograms } from './postgres-programs';

const NOW_MS = 1_790_000_000_000;
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'eyJ9' } as const;

(postgresPrograms() === undefined ? describe.skip : describe)('a filled shared ledger', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start()), 60_000);
  afterAll(() => database.stop());

  const fill = async (payments: number): Promise<void> => {
    const owner = await database.server.connect();
    await fillSharedLedger(owner, payments).finally(() => owner.end());
  };
  const indexes = (): Promise<readonly Record<string, unknown>[]> =>
    database.server.run("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1");

  const options = (): Promise<readonly Record<string, unknown>[]> =>
    database.server.run("SELECT relname, reloptions FROM pg_class WHERE relkind = 'r' ORDER BY 1");

  it('opens like one that grew, has its indexes, and takes payments', async () => {
    const first = await database.open('one');
    await expect(fill(500)).rejects.toThrow('no settled payment');
    const intent = testIntent();
    await first.ledger.claimSettled(intent, SETTLEMENT, NOW_MS);
    const before = [await indexes(), await options()];
    await database.close();

    await fill(500);

    const { ledger } = await database.open('two');
    expect([await indexes(), await options()]).toEqual(before);
    expect(await ledger.counts()).toMatchObject({ settled: 500 });
    const [{ events }] = (await database.server.run(
      "SELECT count(*)::int AS events FROM payment_event WHERE boot_id = 'made-up'",
    )) as [{ events: number }];
    expect(events).toBe(3 * 499);
    expect((await ledger.find(intent.key))?.state).toBe('settled');
    expect(await ledger.claim(intent, NOW_MS)).toMatchObject({ kind: 'payment_exists' });
    expect(await ledger.claim(testIntent(), NOW_MS)).toMatchObject({ kind: 'claimed' });
  });
});

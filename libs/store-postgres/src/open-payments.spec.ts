import { paymentStoreContract } from '@stackcheck/payment-x402/testing';
import { openPostgresPayments } from './open-payments';
import { LedgerDatabase, postgresPrograms } from './testing';

const here = postgresPrograms() === undefined ? describe.skip : describe;
const CODES = { fatal: 'XX001', full: '53100', busy: '40P01', away: '57P01' } as const;

here('a payment store in PostgreSQL (skipped where none can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start()));
  afterEach(() => database.close());
  afterAll(() => database.stop());

  paymentStoreContract('PostgreSQL', {
    fresh: () => database.empty(),
    open: ({ bootId, wrapLedger }) => database.open(bootId, { wrapLedger }),
    errorOf: (kind) => Object.assign(new Error(kind), { code: CODES[kind] }),
    kinds: ['fatal', 'full', 'busy', 'away'],
    isForManyHosts: true,
  });

  it('keeps answers and rows as they are once a payment is closed, by any program', async () => {
    await database.empty();
    const { ledger, lease } = await database.open('boot-1');
    const { testIntent } = await import('@stackcheck/payment-x402/testing');
    const outcome = await ledger.claim(testIntent(), 1);
    if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
    await ledger.settled(outcome.id, { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'e30=' }, 2);
    await lease.hold(3);

    for (const [sql, message] of [
      ['DELETE FROM payment', 'payments are kept'],
      ['TRUNCATE payment', 'payments are kept'],
      ["UPDATE payment SET state = 'refused'", 'a closed payment does not change'],
      ['UPDATE payment SET value = 1', 'a closed payment does not change'],
      ["UPDATE payment SET nonce = '0x' || nonce", 'the identity of a payment is fixed'],
      ["UPDATE payment_answer SET body = ''", 'a closed payment does not change'],
      ["UPDATE payment_event SET detail = 'x'", 'payment events are fixed'],
      ['DELETE FROM payment_event', 'payment events are kept'],
      ['DELETE FROM event_seal', 'seals are kept'],
    ] as const)
      await expect(database.server.run(sql)).rejects.toThrow(message);
  });

  it('holds no signature of a closed payment anywhere', async () => {
    const rows = await database.server.run(
      'SELECT to_jsonb(p) AS row FROM payment p UNION ALL SELECT to_jsonb(e) FROM payment_event e',
    );

    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain('5ec2e7');
  });
});

here('a server that would lose payments (skipped where none can start)', () => {
  it('is refused with a sentence for each of its settings', async () => {
    const database = await LedgerDatabase.start({
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
    });
    try {
      const open = (url: string) => openPostgresPayments({ url, bootId: 'boot-1', place: 'here', standby: 'required' });
      await expect(open(database.server.url('other'))).rejects.toThrow('there is no such database (3D000)');
      const stranger = database.server.url().replace('owner@', 'stranger@');
      await expect(open(stranger)).rejects.toThrow(
        'there is no such role, or pg_hba.conf does not let it in from here (28000)',
      );
      const opening = open(database.server.url());
      await expect(opening).rejects.toMatchObject({
        name: 'ServerRefusedError',
        reasons: [
          expect.stringContaining('fsync is off'),
          expect.stringContaining('full_page_writes is off'),
          expect.stringContaining('synchronous_commit is off'),
          expect.stringContaining('synchronous_standby_names is empty'),
        ],
      });
      expect(await database.server.run("SELECT to_regclass('payment') AS made")).toEqual([{ made: null }]);
    } finally {
      await database.stop();
    }
  });
});

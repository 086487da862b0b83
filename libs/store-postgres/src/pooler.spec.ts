import type { PaymentStore } from '@stackcheck/payment-x402';
import { paymentLedgerContract, testIntent } from '@stackcheck/payment-x402/testing';
import { LedgerDatabase, poolerProgram, postgresPrograms, startPooler, type Pooler } from './testing';

jest.setTimeout(60_000);

const there = postgresPrograms() !== undefined && poolerProgram() !== undefined;
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: '' } as const;

(there ? describe : describe.skip)(
  'through pgbouncer in transaction mode (needs PostgreSQL and pgbouncer 1.21)',
  () => {
    let database: LedgerDatabase;
    let pooler: Pooler;
    beforeAll(async () => {
      database = await LedgerDatabase.start();
      pooler = await startPooler(database.server);
    });
    afterEach(() => database.close());
    afterAll(async () => {
      await pooler.stop();
      await database.stop();
    });

    const open = (bootId: string): Promise<PaymentStore> => database.open(bootId, { url: pooler.url });
    paymentLedgerContract('PostgreSQL behind pgbouncer', {
      async create() {
        await database.empty();
        return (await open('boot-1')).ledger;
      },
      reopen: async (bootId) => (await open(bootId)).ledger,
    });

    it('nodes keep out of each other’s way, and go on when the server was killed', async () => {
      await database.empty();
      const [one, two] = [await open('one'), await open('two')];
      const intent = testIntent();
      const claims = await Promise.all([one, two].map(({ ledger }) => ledger.claim(intent, 1)));
      const won = claims.findIndex(({ kind }) => kind === 'claimed');
      const record = (await one.ledger.find(intent.key))!;
      const taken = await (won === 0 ? two : one).locks.takeUp(record);
      await database.server.kill();
      await database.server.start();
      const settled = async (): Promise<unknown> => {
        for (;;) {
          const outcome = await (won === 0 ? one : two).ledger.settled(record.id, SETTLEMENT, 2).catch(() => undefined);
          if (outcome) return outcome;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      };

      expect([claims.filter(({ kind }) => kind === 'claimed').length, taken]).toEqual([1, false]);
      expect(await settled()).toEqual(SETTLEMENT);
      expect(await one.reader.faults()).toEqual([]);
    });

    it('that takes no statements along is refused with a sentence that says what would do', async () => {
      const old = await startPooler(database.server, { statements: 0 });
      const opened = async (): Promise<never> => {
        // The first ones may be lucky with the servers that they meet.
        for (let boot = 0; ; boot++) await database.open(`lucky-${boot}`, { url: old.url });
      };

      await expect(opened()).rejects.toThrow(/loses prepared statements.*pgbouncer 1\.21.*pool_mode=session/);
      await database.close();
      await old.stop();
    });
  },
);

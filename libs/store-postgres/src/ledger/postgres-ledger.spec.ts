import {
  paymentFaultsContract,
  paymentGateContract,
  paymentLedgerContract,
  prepaidLedgerContract,
  refusedPaymentsContract,
  refusedRowsContract,
} from '@stackcheck/payment-x402/testing';
import { LedgerDatabase, postgresPrograms } from '../testing';

const here = postgresPrograms() === undefined ? describe.skip : describe;

here('a ledger in PostgreSQL (skipped where none can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start()));
  afterEach(() => database.close());
  afterAll(() => database.stop());

  const subject = {
    async create() {
      await database.empty();
      return (await database.open('boot-1')).ledger;
    },
    reopen: async (bootId: string) => (await database.open(bootId)).ledger,
  };

  paymentLedgerContract('PostgreSQL', subject);
  prepaidLedgerContract('PostgreSQL', subject);
  refusedRowsContract('PostgreSQL', subject);
  paymentGateContract('PostgreSQL', subject);
  paymentFaultsContract('PostgreSQL', subject);
  refusedPaymentsContract('PostgreSQL', subject);
});

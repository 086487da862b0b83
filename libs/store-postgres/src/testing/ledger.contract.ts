/// <reference types="jest" />
import { ledgerContracts } from '@stackcheck/payment-x402/testing';
import { LedgerDatabase } from './ledger-database';

/**
 * What every ledger does, as tests of the suite that calls it.
 * @param programs the folder of PostgreSQL's programs; those of this machine when absent
 */
export function postgresLedgerContracts(programs?: string): void {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start({}, programs === undefined ? {} : { programs })));
  afterEach(() => database.close());
  afterAll(() => database.stop());

  const subject = {
    async create() {
      await database.empty();
      return (await database.open('boot-1')).ledger;
    },
    reopen: async (bootId: string) => (await database.open(bootId)).ledger,
  };

  ledgerContracts('PostgreSQL', subject);
}

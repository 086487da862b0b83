import { postgresPrograms } from '../testing';
import { postgresLedgerContracts } from '../testing/ledger.contract';

const here = postgresPrograms() === undefined ? describe.skip : describe;

here('a ledger in PostgreSQL (skipped where none can start)', () => postgresLedgerContracts());

import { postgresPrograms } from '../testing';
import { ledgerContracts } from '../testing/ledger.contract';

const here = postgresPrograms() === undefined ? describe.skip : describe;

here('a ledger in PostgreSQL (skipped where none can start)', () => ledgerContracts());

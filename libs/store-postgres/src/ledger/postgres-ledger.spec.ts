import { postgresPrograms } from '../testing';
import { postgresLedgerContracts } from '../testing/ledger.contract';

const isAsked = process.env['CAMPAIGN'] === 'full';
const here = isAsked && postgresPrograms() !== undefined ? describe : describe.skip;

here('a ledger in PostgreSQL (needs CAMPAIGN=full, and that one can start)', () => postgresLedgerContracts());

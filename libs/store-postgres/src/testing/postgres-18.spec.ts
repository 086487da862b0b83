import { postgresLedgerContracts } from './ledger.contract';
import { modelAndPostgres } from './model-and-postgres.contract';
import { postgres18Programs } from './postgres-programs';

const isAsked = process.env['CAMPAIGN'] === 'full';
const programs = isAsked ? postgres18Programs() : undefined;
const here = programs === undefined ? describe.skip : describe;

const RUNS = 10;

here('PostgreSQL 18 (with CAMPAIGN=full; skipped where neither this machine nor the npm registry has it)', () => {
  describe('a ledger in it', () => postgresLedgerContracts(programs));
  describe('the model and it', () => modelAndPostgres(RUNS, programs));
});

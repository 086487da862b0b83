import { modelAndPostgres } from './model-and-postgres.contract';
import { postgresPrograms } from './postgres-programs';

const here = postgresPrograms() === undefined ? describe.skip : describe;

const RUNS = process.env['CAMPAIGN'] === 'full' ? 40 : 3;

here('the model and PostgreSQL (skipped where none can start)', () => modelAndPostgres(RUNS));

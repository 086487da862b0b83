export { LedgerDatabase } from './ledger-database';
export { postgresPrograms, startPostgres, type PostgresServer } from './postgres-server';

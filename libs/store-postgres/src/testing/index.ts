export { LedgerDatabase } from './ledger-database';
export { ModelLedger } from './model-ledger';
export * from './model';
export { openPaymentsOver, type Connector, type NodePaymentsConfig } from '../open-payments';
export { postgresPrograms, startPostgres, type PostgresServer } from './postgres-server';

export { LedgerDatabase } from './ledger-database';
export { ModelLedger } from './model-ledger';
export {
  MODEL_STATEMENTS,
  modelConnection,
  ModelDatabase,
  ModelError,
  type CommitPosition,
  type ModelConnection,
  type ModelEvent,
  type ModelNode,
  type ModelPayment,
  type ModelTables,
  type Sent,
} from './model';
export { openPaymentsOver, type Connector, type NodePaymentsConfig } from '../open-payments';
export { postgresPrograms, startPostgres, type PostgresServer } from './postgres-server';

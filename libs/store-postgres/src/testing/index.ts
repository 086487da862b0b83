export { endWithUs } from './end-with-us';
export { fillSharedLedger } from './fill-shared-ledger';
export { LedgerDatabase } from './ledger-database';
export { ModelLedger } from './model-ledger';
export { chainHash, NO_SEAL } from '../events/event-chain';
export {
  modelConnection,
  ModelDatabase,
  type ModelConnection,
  type ModelEvent,
  type ModelPayment,
  type ModelTables,
} from './model';
export { openPaymentsOver, type Connector, type NodePaymentsConfig } from '../open-payments';
export { poolerProgram, startPooler, type Pooler } from './pooler';
export { postgresPrograms } from './postgres-programs';
export { startPostgres, type PostgresServer } from './postgres-server';
export { sharedLedger } from './shared-ledger';
export { canCopyPostgres, copyForStandby } from './standby';
export { UnsteadyConnections, type SendOutcome } from './unsteady-connections';

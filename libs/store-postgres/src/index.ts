export { openPostgresMoveSource, openPostgresMoveTarget } from './open-move';
export {
  openPostgresCluster,
  openPostgresPayments,
  openPostgresReader,
  type PostgresPaymentsConfig,
} from './open-payments';
export { ServerRefusedError, type StandbyRule } from './connection/server-settings';
export { LedgerAwayError } from './connection/statement-fault';
export type { Cluster, ClusterNode, ClusterState } from './reader/cluster';
export { NODE_TIMES, type NodeTimes } from './node/node-times';
export { NodesDisagreeError } from './node/pulse';
export { LedgerSchemaError } from './schema/migrate';

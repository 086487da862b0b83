export { openPostgresPayments, openPostgresReader, type PostgresPaymentsConfig } from './open-payments';
export { readLedgerHosts, type LedgerHost, type LedgerHosts } from './connection/ledger-hosts';
export { ServerRefusedError, type StandbyRule } from './connection/server-settings';
export { LedgerAwayError } from './connection/statement-fault';
export { NODE_TIMES, type NodeTimes } from './node/node-times';
export { NodesDisagreeError } from './node/pulse';
export { LedgerSchemaError } from './schema/migrate';

export { processLock as ledgerLock } from '../payments/process-lock';
export { copyPayments as copyDatabase } from '../payments/copy-payments';
export type { Migration, SchemaReading } from '../migrate';
export { DATABASE_NAMES, ledgerHeldUntil, readSchema, upgradeDatabase, type DatabaseName } from './databases';

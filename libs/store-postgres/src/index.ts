export { LedgerSchemaError, migrate } from './schema/migrate';

export { postgresPrograms, startPostgres, type PostgresServer } from './postgres-server';

import { SettingsError } from '../settings';
import { readClient, type Environment } from './libpq-programs';

/** Major versions of the programs here and of the server of `LEDGER_URL`, e.g. 15. */
export interface ClientVersions {
  readonly client: number;
  readonly server: number;
}

/**
 * Asks `pg_dump` and the server for their versions. Changes nothing.
 * @throws SettingsError where `pg_dump` is not installed or does not say its version, LedgerAwayError where no server answers
 */
export async function clientVersions(url: string, env: Environment): Promise<ClientVersions> {
  const said = await readClient('pg_dump', ['--version'], url, env);
  const [, client] = /\(PostgreSQL\) (\d+)/.exec(said) ?? [];
  if (client === undefined) throw new SettingsError('pg_dump --version does not say which PostgreSQL it is of');
  const { openRestoreTarget } = await import('@stackcheck/store-postgres/restore');
  const target = await openRestoreTarget(url);
  const server = await target.serverMajor().finally(() => target.close());
  return { client: Number(client), server };
}

/** What is wrong with these versions for a backup; null where nothing is. A dump is made by programs of the server's version or newer. */
export function versionFault({ client, server }: ClientVersions): string | null {
  if (client >= server) return null;
  return `pg_dump is of PostgreSQL ${client} and the server of LEDGER_URL of ${server}, which it cannot dump`;
}

/** What to do about it. */
export function versionRemedy({ server }: Pick<ClientVersions, 'server'>): string {
  return `install postgresql-client-${server} or newer`;
}

/** @throws SettingsError where no backup could be made with the programs here */
export async function requireClient(url: string, env: Environment): Promise<void> {
  const versions = await clientVersions(url, env);
  const fault = versionFault(versions);
  if (fault !== null) throw new SettingsError(`${fault}; nothing was written: ${versionRemedy(versions)}`);
}

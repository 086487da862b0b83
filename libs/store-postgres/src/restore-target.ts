import { randomBytes } from 'node:crypto';
import { connectToPrimary } from './connection/connect';
import { hostsOf } from './connection/ledger-hosts';
import { migrate } from './schema/migrate';

/** A database that a dump of a ledger is to be put into. */
export interface RestoreTarget {
  /** Host and database, without user and password. */
  readonly name: string;
  /** Whether it holds no table, view, sequence or function of anybody. */
  isEmpty(): Promise<boolean>;
  /** Makes an empty database on the same server, for a proof; its role needs the right to. */
  makeScratch(): Promise<{ readonly url: string; drop(): Promise<void> }>;
  /** Brings what was restored to the schema of this version. @throws LedgerSchemaError when a later one made it */
  bringUpToDate(): Promise<void>;
  /** No node sells over what was restored until somebody looked at it. */
  stop(why: string): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_MS = 2_000;

const HELD = `SELECT EXISTS (
  SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  UNION ALL
  SELECT 1 FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
) AS held`;

/**
 * Opens the database of `LEDGER_URL` to restore into.
 * @throws RangeError when the URL cannot be read
 * @throws LedgerAwayError when no primary answers
 */
export async function openRestoreTarget(url: string): Promise<RestoreTarget> {
  const hosts = hostsOf(url);
  const client = await connectToPrimary({ hosts, standby: 'none', connectMs: CONNECT_MS, name: 'stackcheck restore' });
  return {
    name: `${hosts.map(({ name }) => name).join(',')}${new URL(hosts[0]!.url).pathname}`,
    isEmpty: async () => !(await client.query<{ held: boolean }>(HELD)).rows[0]!.held,
    async makeScratch() {
      const database = `stackcheck_proof_${randomBytes(6).toString('hex')}`;
      await client.query(`CREATE DATABASE ${database} TEMPLATE template0`);
      return {
        url: withDatabase(url, database),
        drop: async () => void (await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)),
      };
    },
    bringUpToDate: () => migrate(client),
    stop: async (why) => void (await client.query('UPDATE cluster SET stopped = coalesce(stopped, $1)', [why])),
    close: () => client.end(),
  };
}

/** The same servers, user and settings. @param url as `hostsOf` takes it */
function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/?#]+(?=\?|$)/, `/${database}`);
}

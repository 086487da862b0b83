import { createHash, randomBytes } from 'node:crypto';
import { connectToPrimary } from './connection/connect';
import { hostsOf } from './connection/ledger-hosts';
import { migrate, SCHEMA_LOCK } from './schema/migrate';

/** A database that a dump of a ledger is to be put into. */
export interface RestoreTarget {
  /** Host and database, without user and password. */
  readonly name: string;
  /** Whether it holds no table, view, sequence or function, of any owner. */
  isEmpty(): Promise<boolean>;
  /** Major version of the server, e.g. 15. */
  serverMajor(): Promise<number>;
  /**
   * Makes an empty database on the same server, for a proof; its role needs the right to. Those that earlier proofs of this database left
   * behind are removed first.
   */
  makeScratch(): Promise<{ readonly url: string; drop(): Promise<void> }>;
  /** From now on a program that would make the ledger's tables in this database waits until this is closed. */
  keepOthersOut(): Promise<void>;
  /** Brings what was restored to the schema of this version. @throws LedgerSchemaError when a later one made it */
  bringUpToDate(): Promise<void>;
  /** No node sells over what was restored for this reason; null = they may, unless payments were stopped when it was dumped. */
  mark(why: string | null): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_MS = 2_000;
/** A proof that takes longer was broken off. */
const PROOF_SECONDS_MAX = 6 * 3_600;

const HELD = `SELECT EXISTS (
  SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
  AND NOT EXISTS (
    SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
  )
  UNION ALL
  SELECT 1 FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND NOT EXISTS (
    SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
  )
) AS held`;

/** Databases of proofs without connections, and the server's time in Unix seconds; one row without a name where there is none. */
const LEFT_BEHIND = `SELECT extract(epoch FROM now())::bigint AS now, d.datname AS name FROM (SELECT 1) one LEFT JOIN pg_database d
  ON starts_with(d.datname, $1) AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datid = d.oid)`;

/** Between the reason of a restore and the one for which payments were stopped already when the ledger was dumped. */
const OWN = '; in the backup: ';
/** The latter, of a ledger that is marked. */
const OWN_REASON = `CASE WHEN strpos(stopped, '${OWN}') > 0 THEN substr(stopped, strpos(stopped, '${OWN}') + ${OWN.length}) END`;

/** The statement that marks a ledger, for the end of a script that fills it. Why it was stopped before stays with it. */
export function markStatement(why: string): string {
  return `UPDATE public.cluster SET stopped = '${why.replaceAll("'", "''")}' || coalesce('${OWN}' || stopped, '');\n`;
}

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
    async serverMajor() {
      const { rows } = await client.query<{ n: number }>("SELECT current_setting('server_version_num')::int AS n");
      return Math.floor(rows[0]!.n / 10_000);
    },
    keepOthersOut: async () => void (await client.query('SELECT pg_advisory_lock($1)', [SCHEMA_LOCK])),
    async makeScratch() {
      const prefix = `stackcheck_proof_${digestOf(new URL(hosts[0]!.url).pathname)}_`;
      const { rows } = await client.query<{ now: number; name: string | null }>(LEFT_BEHIND, [prefix]);
      const stale = ({ now, name }: (typeof rows)[number]): boolean =>
        now - Number(name?.slice(prefix.length).split('_')[0]) > PROOF_SECONDS_MAX;
      for (const row of rows) if (stale(row)) await client.query(`DROP DATABASE IF EXISTS ${row.name}`);
      const database = `${prefix}${rows[0]!.now}_${randomBytes(4).toString('hex')}`;
      await client.query(`CREATE DATABASE ${database} TEMPLATE template0`);
      return {
        url: withDatabase(url, database),
        drop: async () => void (await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)),
      };
    },
    bringUpToDate: () => migrate(client),
    async mark(why) {
      const marked = `$1::text || coalesce('${OWN}' || ${OWN_REASON}, '')`;
      await client.query(`UPDATE cluster SET stopped = coalesce(${marked}, ${OWN_REASON})`, [why]);
    },
    close: () => client.end(),
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** The same servers, user and settings. @param url as `hostsOf` takes it */
function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/?#]+(?=\?|$)/, `/${database}`);
}

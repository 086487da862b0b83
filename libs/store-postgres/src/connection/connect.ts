import type { Socket } from 'node:net';
import { Client, types } from 'pg';
import type { LedgerHost } from './ledger-hosts';
import { readServerSettings, ServerRefusedError, settingFaults, type StandbyRule } from './server-settings';
import { LedgerAwayError } from './statement-fault';

/** Where connections go, and what their server must be like. */
export interface ConnectOptions {
  readonly hosts: readonly LedgerHost[];
  readonly standby: StandbyRule;
  /** Of one attempt until the server greets, and again until it said what it is like; in milliseconds. */
  readonly connectMs: number;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  /** Its statements are about single rows: a table that looks small to PostgreSQL, because it was, is never read as a whole, nor an index. */
  readonly isForRows?: boolean;
  /** A connection that only reads may go to a standby. */
  readonly mayRecover?: boolean;
}

/** Without them each row is looked up in an index. A hash or merge join reads all of an index, whose table looked small when it was planned. */
const BY_ROWS = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  .map((name) => `SET ${name} = off`)
  .join(';');

const BIGINT = 20;

/** Numbers of this ledger's bigint columns fit into doubles: ids, counts, milliseconds, and seconds cut at 2^53 - 1. */
const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT ? Number : (types.getTypeParser(oid, format as 'text') as (text: string) => unknown),
};

/**
 * Connects to the primary among the hosts, each tried once, in turn: neither driver nor URL knows it soundly.
 * @throws ServerRefusedError when the primary is not one to trust
 * @throws LedgerAwayError when none of the hosts is a primary that answers
 */
export async function connectToPrimary(options: ConnectOptions): Promise<Client> {
  const said: string[] = [];
  for (const host of options.hosts) {
    try {
      const client = await connectTo(host, options);
      if (client) return client;
      said.push(`${host.name} is a standby`);
    } catch (error) {
      if (error instanceof ServerRefusedError) throw error;
      said.push(`${host.name}: ${reasonOf(error)}`);
    }
  }
  throw new LedgerAwayError(said.join(', '));
}

async function connectTo(host: LedgerHost, options: ConnectOptions): Promise<Client | undefined> {
  const client = new Client({
    connectionString: host.url,
    connectionTimeoutMillis: options.connectMs,
    application_name: options.name,
    keepAlive: true,
    types: TYPES,
  });
  // Each statement that waits rejects with it, and so does the next one.
  client.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    // One that falls silent after its greeting would be waited for until TCP gives up, which takes a quarter of an hour.
    timer = setTimeout(() => destroy(client), options.connectMs);
    const settings = await readServerSettings(client);
    if (settings.recovery && !options.mayRecover) {
      destroy(client);
      return undefined;
    }
    const faults = settingFaults(settings, { standby: options.standby, isLoopback: host.isLoopback });
    if (faults.length > 0) throw new ServerRefusedError(faults);
    if (options.isForRows) await client.query(BY_ROWS);
    return client;
  } catch (error) {
    destroy(client);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ends a connection without a word to the server. Never by cancelling: a commit that waits for its standby would then succeed
 * without it.
 */
export function destroy(client: Client): void {
  streamOf(client).destroy();
}

/** Whether nothing can be sent or will come any more. */
export function hasEnded(client: Client): boolean {
  return streamOf(client).destroyed;
}

function streamOf(client: Client): Socket {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } };
  return connection.stream;
}

/** What an operator can do something about, by SQLSTATE. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['28P01', 'the password of LEDGER_URL is wrong'],
  ['28000', 'there is no such role, or pg_hba.conf does not let it in from here'],
  ['3D000', 'there is no such database'],
  ['53300', 'it has no connections left'],
]);

/** A driver's message may quote what was sent; its code does not. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  const reason = code === undefined ? undefined : REASONS.get(code);
  return reason === undefined ? (code ?? message ?? 'no answer') : `${reason} (${code})`;
}

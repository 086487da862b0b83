import type { ClientBase } from 'pg';

/** Whether one machine is meant, so that no standby need confirm a commit. */
export type StandbyRule = 'required' | 'none';

/** A server that this ledger must not be kept on, with every reason. */
export class ServerRefusedError extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(`the PostgreSQL of LEDGER_URL is refused: ${reasons.join('; ')}`);
    this.name = 'ServerRefusedError';
  }
}

/** What one connection sees of its server. */
export interface ServerSettings {
  /** As `server_version_num`: 150004 is 15.4. */
  readonly version: number;
  readonly recovery: boolean;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly synchronous_standby_names: string;
  /** Whether this connection is encrypted. */
  readonly tls: boolean;
}

const OLDEST = 150_000;

/** Reads what `settingFaults` judges. */
export async function readServerSettings(client: ClientBase): Promise<ServerSettings> {
  const { rows } = await client.query<ServerSettings>(
    `SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS recovery,
       current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
       current_setting('synchronous_commit') AS synchronous_commit,
       current_setting('synchronous_standby_names') AS synchronous_standby_names,
       coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS tls`,
  );
  return rows[0]!;
}

/**
 * Why a server would lose acknowledged payments or show them to others, a sentence each; none for one that may be used. That it
 * is a standby is not among them: another host may be the primary.
 */
export function settingFaults(
  settings: ServerSettings,
  { standby, isLoopback }: { readonly standby: StandbyRule; readonly isLoopback: boolean },
): readonly string[] {
  const { version, fsync, full_page_writes, synchronous_commit, synchronous_standby_names, tls } = settings;
  const faults: string[] = [];
  if (version < OLDEST)
    faults.push(`its version is ${Math.floor(version / 10_000)}, and 15 is the oldest that is supported`);
  if (fsync !== 'on') faults.push('fsync is off, so a power cut loses payments that were charged');
  if (full_page_writes !== 'on') faults.push('full_page_writes is off, so a power cut may damage pages beyond repair');
  if (synchronous_commit !== 'on' && synchronous_commit !== 'remote_apply')
    faults.push(
      `synchronous_commit is ${synchronous_commit}, so a commit is acknowledged before it is safe; it must be on or remote_apply`,
    );
  if (synchronous_standby_names === '' && standby === 'required')
    faults.push(
      'synchronous_standby_names is empty, so a failover loses payments that were charged; name a standby, or set LEDGER_STANDBY=none where one machine is meant',
    );
  if (!tls && !isLoopback)
    faults.push('the connection is not encrypted and leaves this machine; add sslmode=verify-full to LEDGER_URL');
  return faults;
}

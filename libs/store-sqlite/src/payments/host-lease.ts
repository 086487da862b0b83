import type { LeaseOutcome } from '@stackcheck/payment-x402/store';
import { migrate } from '../migrate';
import { openLedgerFile } from './ledger-file';
import { processLock, type ProcessLock } from './process-lock';
import { PAYMENT_MIGRATIONS } from './schema';

/** Who takes payments with a ledger file. */
export interface LedgerHolder {
  /** Same for every process that shares this host's file locks. */
  readonly hostId: string;
  /** This run of this process. */
  readonly processId: string;
}

/** The lease of a ledger file, with a connection of its own. */
export interface OpenHostLease {
  /** Takes or renews the lease in one immediate transaction; a lapsed one of another host is taken over. */
  hold(nowMs: number): LeaseOutcome;
  /**
   * The same for a process that serves meanwhile: while another process writes, it asks for the lock again and again, since SQLite
   * would wait for it on the event loop. Rejects with SQLITE_BUSY after five seconds of that.
   * @param isOver looked at before each try: nothing is to be written any more, and the answer is undefined
   */
  renew(nowMs: number, isOver: () => boolean): Promise<LeaseOutcome | undefined>;
  /** Another host may take it; this one's processes are kept out until `close`. */
  release(): void;
  /** Writes the log of all earlier commits into the database file itself, as far as no reader is in the way. */
  checkpoint(): void;
  /** Lets another process of this host take it: to be called after the last write. */
  close(): void;
}

/** How long a lease outlives its last renewal; renew it every third of this. */
export const HOST_LEASE_MS = 30_000;

/** Instead of a process in a ledger that was moved; `host_id` names where to. */
export const MOVED_PROCESS = 'moved';

/**
 * Renewals after which the log is copied into the file: without a payment nothing else does that, and a log that is never copied
 * grows by a page with every renewal. A good quarter of an hour's.
 */
const COPIED_EVERY = 100;

/** How often the lock is asked for, and how long. */
const TRY_AGAIN_MS = 1;
const PATIENCE_MS = 5_000;

/**
 * Opens the lease of the ledger in `payments.db`. One process holds it at a time: to another one, a payment that it is settling would
 * look like one that a crash left open. Processes of one host are kept apart by a lock, which ends with its process; hosts by rows, since
 * SQLite's locks do not reach across network file systems.
 * @param lock keeps processes of one host apart
 * @throws DatabaseOpenError when the file cannot be used
 */
export function openHostLease(
  path: string,
  holder: LedgerHolder,
  lock: ProcessLock = processLock(path),
): OpenHostLease {
  const database = openLedgerFile(path);
  try {
    migrate(database, PAYMENT_MIGRATIONS);
  } catch (error) {
    database.close();
    throw error;
  }
  const forget = database.prepare('DELETE FROM host_lease WHERE expires_at <= ?');
  const other = database.prepare<[string], { process_id: string; host_id: string; expires_at: number }>(
    'SELECT process_id, host_id, expires_at FROM host_lease WHERE host_id <> ? ORDER BY expires_at DESC LIMIT 1',
  );
  const put = database.prepare(
    `INSERT INTO host_lease (process_id, host_id, expires_at) VALUES (@processId, @hostId, @expiresAt)
     ON CONFLICT (process_id) DO UPDATE SET expires_at = excluded.expires_at`,
  );
  const drop = database.prepare('DELETE FROM host_lease WHERE process_id = ?');
  const hold = database.transaction((nowMs: number): LeaseOutcome => {
    forget.run(nowMs);
    const holding = other.get(holder.hostId);
    if (holding)
      return {
        kind: 'other_host',
        hostId: holding.host_id,
        expiresAtMs: holding.expires_at,
        ...(holding.process_id === MOVED_PROCESS ? { movedTo: holding.host_id } : {}),
      };
    if (!lock.take())
      return { kind: 'other_host', hostId: holder.hostId, expiresAtMs: nowMs + HOST_LEASE_MS, isThisHost: true };
    put.run({ ...holder, expiresAt: nowMs + HOST_LEASE_MS });
    return { kind: 'held' };
  });
  let holds = 0;
  const usualBusyMs: unknown = database.pragma('busy_timeout', { simple: true });
  const holdAndCopy = (nowMs: number): LeaseOutcome => {
    const outcome = hold.immediate(nowMs);
    if (++holds % COPIED_EVERY === 0) database.pragma('wal_checkpoint(PASSIVE)');
    return outcome;
  };
  const holdAtOnce = (nowMs: number): LeaseOutcome => {
    database.pragma('busy_timeout = 0');
    try {
      return holdAndCopy(nowMs);
    } finally {
      database.pragma(`busy_timeout = ${String(usualBusyMs)}`);
    }
  };
  return {
    hold: holdAndCopy,
    async renew(nowMs, isOver) {
      const untilMs = performance.now() + PATIENCE_MS;
      while (!isOver()) {
        try {
          return holdAtOnce(nowMs);
        } catch (error) {
          if (!isBusy(error) || performance.now() >= untilMs) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      }
      return undefined;
    },
    release: () => void drop.run(holder.processId),
    checkpoint: () => void database.pragma('wal_checkpoint(TRUNCATE)'),
    close() {
      database.close();
      lock.release();
    },
  };
}

function isBusy(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}

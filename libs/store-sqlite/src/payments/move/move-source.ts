import { randomUUID } from 'node:crypto';
import { LedgerMoveError, type HoldOutcome, type LedgerSource } from '@stackcheck/payment-x402/store';
import type { Connection } from '../../open';
import { HOST_LEASE_MS, MOVED_PROCESS } from '../host-lease';
import { openLedgerFile } from '../ledger-file';
import { openForReading } from '../payment-reader';
import { processLock, type ProcessLock } from '../process-lock';
import { storedContents } from './stored-contents';

interface LeaseRow {
  readonly process_id: string;
  readonly host_id: string;
  readonly expires_at: number;
}

/** A third of the lease's life. */
const RENEW_MS = 10_000;
/** Begins the host of a process that moves a ledger. */
const MOVER = 'move-';
/** The end of the year 9999. */
const FOR_EVER_MS = 253_402_300_799_000;

/**
 * Opens `payments.db` so that what it holds can be moved. Until it is held nothing is written to it.
 * @param now epoch milliseconds
 * @param lock keeps other processes of this host out from `hold` to `close`: one that was frozen has it, although its row lapsed
 * @throws DatabaseOpenError when there is no such file, or it is not this program's
 */
export async function openMoveSource(
  path: string,
  now: () => number,
  lock: ProcessLock = processLock(path),
): Promise<LedgerSource> {
  const processId = randomUUID();
  let database = openForReading(path);
  // As of one moment, for those who only look.
  database.exec('BEGIN');
  let heldAtEvent: number | null = null;
  let renewal: NodeJS.Timeout | undefined;
  const renew = (): void => {
    database.prepare('UPDATE host_lease SET expires_at = ? WHERE process_id = ?').run(now() + HOST_LEASE_MS, processId);
  };
  return {
    name: path,
    ...storedContents(() => database),
    look: async () => otherProcess(database, processId, now()),
    async hold() {
      database.close();
      database = openLedgerFile(path);
      const outcome = database.transaction(() => takeLease(database, lock, processId, now())).immediate();
      if (outcome.kind !== 'held') return outcome;
      heldAtEvent = lastEvent(database);
      renewal = setInterval(renew, RENEW_MS);
      return outcome;
    },
    async markMoved(to) {
      clearInterval(renewal);
      const mark = (): void => {
        const isAlone = otherProcess(database, processId, now()).kind === 'held' && lastEvent(database) === heldAtEvent;
        const put = 'UPDATE host_lease SET process_id = ?, host_id = ?, expires_at = ? WHERE process_id = ?';
        if (!isAlone || database.prepare(put).run(MOVED_PROCESS, to, FOR_EVER_MS, processId).changes === 0)
          throw new LedgerMoveError('another process took payments with it meanwhile, so it is not called moved');
      };
      database.transaction(mark).immediate();
    },
    async close() {
      clearInterval(renewal);
      try {
        if (renewal) {
          database.prepare('DELETE FROM host_lease WHERE process_id = ?').run(processId);
          database.pragma('wal_checkpoint(TRUNCATE)');
        }
        database.close();
      } finally {
        lock.release();
      }
    },
  };
}

function takeLease(database: Connection, lock: ProcessLock, processId: string, nowMs: number): HoldOutcome {
  const outcome = otherProcess(database, processId, nowMs);
  if (outcome.kind !== 'held') return outcome;
  if (!lock.take())
    return { kind: 'refused', why: 'a process of this machine takes payments with it, or is frozen at that: stop it' };
  database
    .prepare('INSERT INTO host_lease (process_id, host_id, expires_at) VALUES (?, ?, ?)')
    .run(processId, `${MOVER}${processId}`, nowMs + HOST_LEASE_MS);
  return outcome;
}

function otherProcess(database: Connection, processId: string, nowMs: number): HoldOutcome {
  const row = database
    .prepare<[number, string], LeaseRow>(
      'SELECT * FROM host_lease WHERE expires_at > ? AND process_id <> ? ORDER BY expires_at DESC LIMIT 1',
    )
    .get(nowMs, processId);
  if (!row) return { kind: 'held' };
  if (row.process_id === MOVED_PROCESS) return { kind: 'moved', to: row.host_id };
  const until = new Date(row.expires_at).toISOString();
  if (row.host_id.startsWith(MOVER))
    return { kind: 'refused', why: `another move of it runs; if it was interrupted, wait until ${until}` };
  return { kind: 'refused', why: `a process takes payments with it: stop it, or wait until ${until} if it was killed` };
}

function lastEvent(database: Connection): number | null {
  return database.prepare<[], number | null>('SELECT max(sequence) FROM payment_event').pluck().get() ?? null;
}

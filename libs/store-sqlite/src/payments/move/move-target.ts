import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type LedgerTarget, STORED_COLUMNS, type StoredEvent } from '@stackcheck/payment-x402/store';
import { migrate } from '../../migrate';
import { openDatabase, type Connection } from '../../open';
import { chainHash, NO_EVENT } from '../payment-events';
import { openForReading } from '../payment-reader';
import { PAYMENT_MIGRATIONS } from '../schema';
import { storedContents } from './stored-contents';

const INSERT_PAYMENT = `INSERT INTO payment (${STORED_COLUMNS.join(', ')}, answer_body)
VALUES (${STORED_COLUMNS.map((name) => `@${name}`).join(', ')}, @answer_body)`;

/**
 * Opens a file that a ledger can be moved to: one that is not there yet, or that an earlier run has written. It is written next to its
 * place, and put there when it is whole.
 * @throws DatabaseOpenError when there is a file that is no ledger
 */
export async function openMoveTarget(path: string): Promise<LedgerTarget> {
  const draft = `${path}.moving`;
  const isThere = existsSync(path);
  let database: Connection | undefined = isThere ? openForReading(path) : undefined;
  const opened = (): Connection => {
    if (!database) throw new Error('the target was not held');
    return database;
  };
  const inOne = (put: () => void): Promise<void> => Promise.resolve(opened().transaction(put)());
  const put = (statement: string, rows: readonly object[]): Promise<void> => {
    const insert = opened().prepare(statement);
    return inOne(() => {
      for (const row of rows) insert.run(row);
    });
  };
  let lastHash = NO_EVENT;
  return {
    name: path,
    ...storedContents(opened),
    look: async () => ({ kind: 'held' }),
    async hold() {
      if (!isThere) database = openDraft(draft);
      return { kind: 'held' };
    },
    isEmpty: async () => !isThere,
    putEvents(events) {
      const rows = events.map((event) => {
        const previous_hash = lastHash;
        lastHash = hashAfter(previous_hash, event);
        return { ...event, previous_hash, hash: lastHash };
      });
      return put(INSERT_EVENT, rows);
    },
    putPayments: (payments) => put(INSERT_PAYMENT, payments),
    putNonces: (nonces) => put(INSERT_NONCE, nonces),
    async filled() {
      opened().pragma('foreign_keys = ON');
    },
    async keep() {
      opened().close();
      database = undefined;
      sync(draft);
      // Unlike a renaming it does not replace what stands there meanwhile.
      linkSync(draft, path);
      rmSync(draft);
      sync(dirname(path));
    },
    async close() {
      database?.close();
      if (!isThere) removeDraft(draft);
    },
  };
}

const INSERT_EVENT = `INSERT INTO payment_event (payment_id, at, state, detail, previous_hash, hash)
VALUES (@payment_id, @at, @state, @detail, @previous_hash, @hash)`;

const INSERT_NONCE = `INSERT INTO sandbox_nonce (network, asset, payer, nonce, payment_hash, spent_at)
VALUES (@network, @asset, @payer, @nonce, @payment_hash, @spent_at)`;

function openDraft(draft: string): Connection {
  // As an API makes its DATA_DIR: no other user reads a ledger.
  mkdirSync(dirname(draft), { recursive: true, mode: 0o700 });
  removeDraft(draft);
  const database = openDatabase(draft);
  migrate(database, PAYMENT_MIGRATIONS);
  // A file that is being made needs no protection: it is synced when it is whole. Events come before what they are about.
  database.pragma('journal_mode = DELETE');
  database.pragma('journal_mode = MEMORY');
  database.pragma('synchronous = OFF');
  database.pragma('foreign_keys = OFF');
  return database;
}

function removeDraft(draft: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${end}`, { force: true });
}

function hashAfter(previousHash: string, { payment_id, at, state, detail }: StoredEvent): string {
  return chainHash(previousHash, payment_id, at, state, detail);
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

import type { BookAttempt } from '@stackcheck/payment-x402/self';
import { schemaState } from '../migrate';
import { DatabaseOpenError, openDatabase, type Connection } from '../open';
import type { BookOwner } from './transaction-book';
import { GAS_MIGRATIONS } from './schema';

/** How far the book of one wallet has come. */
export interface WalletBook extends BookOwner {
  /** The nonce after the greatest in the book. */
  readonly next: number;
  /** Transactions that no block is known to hold for good. */
  readonly unfinished: number;
}

/** A signed transaction with whose it is. */
export interface KeptAttempt extends BookOwner, BookAttempt {
  readonly nonce: number;
}

/** All books of a `gas.db`, for looking only. */
export interface BookReader {
  wallets(): readonly WalletBook[];
  /** Each signed transaction that the file holds. */
  attempts(): Iterable<KeptAttempt>;
  /** What is wrong with the file; its signatures are not looked at. */
  faults(): readonly string[];
  close(): void;
}

/**
 * Opens a `gas.db` for reading only.
 * @throws DatabaseOpenError when there is no such file or it is no book of this program
 * @throws SchemaError when a later program wrote it
 */
export function openBookReader(path: string): BookReader {
  const database = openDatabase(path, { readOnly: true });
  try {
    if (schemaState(database, GAS_MIGRATIONS) === 'absent') throw new DatabaseOpenError(`"${path}" is no gas.db`);
    return reader(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function reader(database: Connection): BookReader {
  const wallets = database.prepare(
    `SELECT chain_id AS chainId, wallet, max(nonce) + 1 AS next, sum(state IN ('open', 'mined')) AS unfinished
     FROM gas_transaction GROUP BY chain_id, wallet ORDER BY chain_id, wallet`,
  );
  const attempts = database.prepare(
    'SELECT chain_id AS chainId, wallet, nonce, hash, raw, at AS atMs FROM gas_attempt ORDER BY chain_id, wallet, nonce, number',
  );
  return {
    wallets: () => wallets.all() as WalletBook[],
    attempts: () => attempts.iterate() as IterableIterator<KeptAttempt>,
    faults: () => [
      ...(database.pragma('integrity_check(9)') as readonly { readonly integrity_check: string }[])
        .map((line) => line.integrity_check)
        .filter((text) => text !== 'ok'),
      ...(database.pragma('foreign_key_check') as readonly { readonly table: string }[])
        .slice(0, 9)
        .map(({ table }) => `a row of ${table} belongs to no transaction`),
    ],
    close: () => void database.close(),
  };
}

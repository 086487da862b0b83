import type {
  BookAttempt,
  BookState,
  BookTransaction,
  BookTransfer,
  TransactionBook,
} from '@stackcheck/payment-x402/self';
import { migrate } from '../migrate';
import { DatabaseOpenError, openDatabase, type Connection } from '../open';
import { bookLock, type ProcessLock } from '../payments/process-lock';
import { GAS_MIGRATIONS } from './schema';

/** The book of one wallet, with a connection of its own. */
export type OpenTransactionBook = TransactionBook & { close(): void };

/** Whose book it is. */
export interface BookOwner {
  readonly chainId: number;
  /** Address of the wallet. */
  readonly wallet: string;
}

/** What is final is kept for so long, for the payments that ask again and for operators. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Opens the book of a gas wallet in a file of its own, each step of it synced to disk before it is reported. Several processes of a host
 * may open the same file; while one has it open, no restore replaces it.
 * @throws DatabaseOpenError, SchemaError
 */
export function openTransactionBook(path: string, { chainId, wallet }: BookOwner): OpenTransactionBook {
  const lock = bookLock(path, 'shared');
  if (!lock.take())
    throw new DatabaseOpenError(`a restore is putting another "${path}" in place: start again after it`);
  const database = openMigrated(path, lock);
  const owner = { chainId, wallet: wallet.toLowerCase() };
  const statements = prepare(database);
  const add = database.transaction((nonce: number, transfers: readonly BookTransfer[], first: BookAttempt): boolean => {
    if (statements.insert.run({ ...owner, nonce, at: first.atMs }).changes === 0) return false;
    statements.attempt.run({ ...owner, nonce, number: 0, ...first });
    transfers.forEach(({ payer, nonce: transferNonce, payTo, value, validBefore }, position) =>
      statements.transfer.run({
        ...owner,
        nonce,
        position,
        payer,
        transferNonce,
        payTo,
        value: value.toString(),
        validBefore,
      }),
    );
    return true;
  });
  const addAttempt = database.transaction((nonce: number, number: number, attempt: BookAttempt): boolean => {
    const { count, state } = statements.attempts.get({ ...owner, nonce }) as { count: number; state: BookState };
    if (count !== number || state !== 'open') return false;
    statements.attempt.run({ ...owner, nonce, number, ...attempt });
    statements.replaced.run({ ...owner, nonce });
    return true;
  });
  const read = (nonces: readonly number[]): readonly BookTransaction[] =>
    nonces.map((nonce) => readTransaction(statements, { ...owner, nonce }));
  return {
    nextNonce: async () => statements.next.get(owner) as number | null,
    add: async (nonce, transfers, first) => add.immediate(nonce, transfers, first),
    addAttempt: async (nonce, number, attempt) => addAttempt.immediate(nonce, number, attempt),
    async mark(nonce, state, minedAs, nowMs) {
      statements.mark.run({ ...owner, nonce, state, minedAs, at: nowMs });
      // The greatest one stays, whatever its age: the next nonce follows from it.
      if (state === 'final') statements.forget.run({ ...owner, nonce, before: nowMs - KEPT_MS });
    },
    at: async (nonce) => (statements.row.get({ ...owner, nonce }) === undefined ? null : read([nonce])[0]!),
    unfinished: async () => read(statements.unfinished.all(owner) as number[]),
    carrying: async (payer, nonce) =>
      read(statements.carrying.all({ ...owner, payer, transferNonce: nonce }) as number[]),
    close() {
      database.close();
      lock.release();
    },
  };
}

function openMigrated(path: string, lock: ProcessLock): Connection {
  let database: Connection | undefined;
  try {
    database = openDatabase(path);
    migrate(database, GAS_MIGRATIONS);
    return database;
  } catch (error) {
    database?.close();
    lock.release();
    throw error;
  }
}

type Statements = ReturnType<typeof prepare>;

const OF_WALLET = 'chain_id = @chainId AND wallet = @wallet';
const OF_NONCE = `${OF_WALLET} AND nonce = @nonce`;

function prepare(database: Connection) {
  return {
    next: database.prepare(`SELECT max(nonce) + 1 FROM gas_transaction WHERE ${OF_WALLET}`).pluck(),
    insert: database.prepare(
      `INSERT INTO gas_transaction (chain_id, wallet, nonce, state, mined_as, marked_at)
       VALUES (@chainId, @wallet, @nonce, 'open', NULL, @at) ON CONFLICT DO NOTHING`,
    ),
    attempt: database.prepare(
      `INSERT INTO gas_attempt (chain_id, wallet, nonce, number, hash, raw, at)
       VALUES (@chainId, @wallet, @nonce, @number, @hash, @raw, @atMs)`,
    ),
    transfer: database.prepare(
      `INSERT INTO gas_transfer (chain_id, wallet, nonce, position, payer, transfer_nonce, pay_to, value, valid_before)
       VALUES (@chainId, @wallet, @nonce, @position, @payer, @transferNonce, @payTo, @value, @validBefore)`,
    ),
    attempts: database.prepare(
      `SELECT state, (SELECT count(*) FROM gas_attempt WHERE ${OF_NONCE}) AS count
       FROM gas_transaction WHERE ${OF_NONCE}`,
    ),
    mark: database.prepare(
      `UPDATE gas_transaction SET state = @state, mined_as = @minedAs, marked_at = @at,
         vanished_as = CASE @state WHEN 'open' THEN mined_as END WHERE ${OF_NONCE}`,
    ),
    replaced: database.prepare(`UPDATE gas_transaction SET vanished_as = NULL WHERE ${OF_NONCE}`),
    forget: database.prepare(
      `DELETE FROM gas_transaction
       WHERE ${OF_WALLET} AND nonce < @nonce AND state IN ('final', 'foreign') AND marked_at < @before`,
    ),
    unfinished: database
      .prepare(`SELECT nonce FROM gas_transaction WHERE ${OF_WALLET} AND state IN ('open', 'mined') ORDER BY nonce`)
      .pluck(),
    carrying: database
      .prepare(
        `SELECT nonce FROM gas_transfer
         WHERE ${OF_WALLET} AND payer = @payer AND transfer_nonce = @transferNonce ORDER BY nonce DESC`,
      )
      .pluck(),
    row: database.prepare(`SELECT state, mined_as, vanished_as FROM gas_transaction WHERE ${OF_NONCE}`),
    attemptsOf: database.prepare(`SELECT hash, raw, at AS atMs FROM gas_attempt WHERE ${OF_NONCE} ORDER BY number`),
    transfersOf: database.prepare(
      `SELECT payer, transfer_nonce, pay_to, value, valid_before FROM gas_transfer WHERE ${OF_NONCE} ORDER BY position`,
    ),
  };
}

interface TransferRow {
  readonly payer: string;
  readonly transfer_nonce: string;
  readonly pay_to: string;
  readonly value: string;
  readonly valid_before: number;
}

function readTransaction(
  { row, attemptsOf, transfersOf }: Statements,
  key: BookOwner & { readonly nonce: number },
): BookTransaction {
  const { state, mined_as, vanished_as } = row.get(key) as {
    readonly state: BookState;
    readonly mined_as: string | null;
    readonly vanished_as: string | null;
  };
  return {
    nonce: key.nonce,
    state,
    minedAs: mined_as,
    vanishedAs: vanished_as,
    attempts: attemptsOf.all(key) as BookAttempt[],
    transfers: (transfersOf.all(key) as TransferRow[]).map(
      ({ payer, transfer_nonce, pay_to, value, valid_before }) => ({
        payer,
        nonce: transfer_nonce,
        payTo: pay_to,
        value: BigInt(value),
        validBefore: valid_before,
      }),
    ),
  };
}

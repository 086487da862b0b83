import type { LedgerFault } from '@stackcheck/payment-x402/store';

/**
 * What an error says of its statement.
 *
 * - `undone`: it was answered with an error, so it changed nothing
 * - `again`: undone for a reason that a second try may not meet: a deadlock, a lock that took too long
 * - `elsewhere`: undone, because this server takes no writes any more: another host is the primary
 * - `uncertain`: it may have been written, may not, or may be written yet
 */
export type StatementEnd = 'undone' | 'again' | 'elsewhere' | 'uncertain';

/** Thrown by this program where PostgreSQL said nothing: a connection that ended, a deadline, a commit that no standby confirmed. */
export class UnacknowledgedError extends Error {
  readonly code = 'LEDGER_UNACKNOWLEDGED';

  constructor(why: string, options?: ErrorOptions) {
    super(`no acknowledgement from the ledger: ${why}`, options);
    this.name = 'UnacknowledgedError';
  }
}

/** Nothing was sent: no connection could be made, or payments may not be taken at present. */
export class LedgerAwayError extends Error {
  readonly code = 'LEDGER_AWAY';

  constructor(why: string, options?: ErrorOptions) {
    super(`the payment ledger cannot be used: ${why}`, options);
    this.name = 'LedgerAwayError';
  }
}

/** A pooler gave this connection another server than the one that knows its prepared statements. */
export class PoolerError extends Error {
  readonly code = 'LEDGER_POOLER';

  constructor(options?: ErrorOptions) {
    super(
      'the pooler of LEDGER_URL loses prepared statements: use pgbouncer 1.21 or later with max_prepared_statements of 50 at least, or pool_mode=session',
      options,
    );
    this.name = 'PoolerError';
  }
}

/** A prepared statement that is there twice, or not at all: with one server per connection neither can be. */
export const LOST_STATEMENT = /^(42P05|26000)$/;

/** Connection exceptions, and a server that ends or is not ready (postgresql.org/docs/current/errcodes-appendix.html). */
const LOST = /^(08...|57P0[1-4]|LEDGER_UNACKNOWLEDGED)$/;
const AGAIN = /^(40P01|40001|55P03|57014)$/;
const READ_ONLY = '25006';
const NO_ROOM = /^53...$/;
/** Damaged data, or tables and columns that are not there. */
const FATAL = /^(XX00[12]|42P01|42703|LEDGER_TAIL_LOST|LEDGER_GONE)$/;
const POOLER = 'LEDGER_POOLER';

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Reads the end of a statement from its error. */
export function endOf(error: unknown): StatementEnd {
  const code = codeOf(error);
  if (AGAIN.test(code)) return 'again';
  if (code === READ_ONLY) return 'elsewhere';
  return LOST.test(code) ? 'uncertain' : 'undone';
}

/**
 * Whether a batch that failed may go through item by item: one of them broke a rule, or met another node's. Not where its end is unknown, nor
 * where nothing was sent, which each would only meet again.
 */
export function isToSplit(error: unknown): boolean {
  return endOf(error) !== 'uncertain' && !(error instanceof LedgerAwayError) && !NO_ROOM.test(codeOf(error));
}

/** Reads the kind of fault; undefined for an error that is none of the database, as of a rule that a statement broke. */
export function ledgerFaultOf(error: unknown): LedgerFault | undefined {
  const code = codeOf(error);
  if (code === POOLER) return { kind: 'fatal', detail: (error as Error).message };
  if (FATAL.test(code)) return { kind: 'fatal', detail: code };
  if (NO_ROOM.test(code)) return { kind: 'full', detail: code };
  if (AGAIN.test(code)) return { kind: 'busy', detail: code };
  return LOST.test(code) || code === READ_ONLY || code === 'LEDGER_AWAY' ? { kind: 'away', detail: code } : undefined;
}

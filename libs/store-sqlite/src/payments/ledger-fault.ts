import type { LedgerFault } from '@stackcheck/payment-x402/store';

/** `LEDGER_THREAD_ENDED`: the thread that writes is gone, and with it what is known of the writes under way. */
const FATAL = /^(SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY)|LEDGER_THREAD_ENDED)/;

/** Reads the kind of fault from an error's SQLite code (sqlite.org/rescode.html); undefined for an error that is none of the database. */
export function ledgerFaultOf(error: unknown): LedgerFault | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return undefined;
  if (FATAL.test(code)) return { kind: 'fatal', detail: code };
  if (code === 'SQLITE_FULL') return { kind: 'full', detail: code };
  return /^SQLITE_(BUSY|LOCKED)/.test(code) ? { kind: 'busy', detail: code } : undefined;
}

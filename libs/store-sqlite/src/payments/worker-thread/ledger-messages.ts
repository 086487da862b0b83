import type { PaymentLedger, PrepaidLedger } from '@stackcheck/payment-x402';

/** All that a payment ledger does. */
export type AnyLedger = PaymentLedger & PrepaidLedger;

/** What can be asked of a ledger in another thread. */
export type LedgerMethod = Exclude<keyof AnyLedger, 'bootId'>;

/** One call: its number, the method and the arguments. */
export type Question = readonly [number: number, method: LedgerMethod, parameters: readonly unknown[]];

/** What became of a call, by its number. */
export type Answer =
  readonly [number: number, value: unknown] | readonly [number: number, value: undefined, fault: FaultMessage];

/** An error as it passes between threads, which copies neither its class nor what was added to it. */
export interface FaultMessage {
  readonly name: string;
  readonly message: string;
  /** SQLite's code (sqlite.org/rescode.html), where it has one: it decides what may still be believed of the file. */
  readonly code: string | undefined;
}

/** What the thread is sent. */
export type ToThread =
  | { readonly kind: 'ask'; readonly questions: readonly Question[] }
  /** Nothing may be written any more. */
  | { readonly kind: 'fail'; readonly fault: FaultMessage }
  /** Commit what waits, close the file, and then wake the thread that waits for this word to become 1. */
  | { readonly kind: 'close'; readonly closed: Int32Array };

/** What the thread sends. */
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answers'; readonly answers: readonly Answer[] }
  /** A fault after which nothing may be written any more, whether a call met it or a copy of the log. */
  | { readonly kind: 'fault'; readonly fault: FaultMessage };

/** A file that cannot even be opened a second time for want of a descriptor or a lock is none the worse for it; one with these is. */
const OF_DAMAGE = /^SQLITE_(IOERR|CORRUPT|NOTADB)/;

/** Whether an error of opening the file speaks of its content or its disk. */
export function isDamage(error: unknown): boolean {
  return OF_DAMAGE.test(toFaultMessage(error).code ?? '');
}

/** An error as it is reported. */
export function toFaultMessage(error: unknown): FaultMessage {
  const { name = 'Error', message = String(error), code } = (error ?? {}) as Partial<Error> & { code?: unknown };
  return { name, message, code: typeof code === 'string' ? code : undefined };
}

/** What was reported, as an error again. */
export function fromFaultMessage({ name, message, code }: FaultMessage): Error {
  return Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) });
}

import type { PaymentLedger, PrepaidLedger } from '@stackcheck/payment-x402';

/** All that a payment ledger does. */
export type AnyLedger = PaymentLedger & PrepaidLedger;

/** What can be asked of a ledger in another thread. */
export type LedgerMethod = Exclude<keyof AnyLedger, 'bootId'>;

/** One call: its number, the method and the arguments. */
export type Question = readonly [number: number, method: LedgerMethod, parameters: readonly unknown[]];

/** What became of a call, by its number. */
export type Answer =
  readonly [number: number, value: unknown] | readonly [number: number, value: undefined, fault: ToldFault];

/** An error as it passes between threads, which copies neither its class nor what was added to it. */
export interface ToldFault {
  readonly name: string;
  readonly message: string;
  /** SQLite's code (sqlite.org/rescode.html), where it has one: it decides what may still be believed of the file. */
  readonly code: string | undefined;
}

/** What the thread is sent. */
export type ToThread =
  | { readonly kind: 'ask'; readonly questions: readonly Question[] }
  /** Commit what waits, close the file, and then wake whoever waits for this word to become 1. */
  | { readonly kind: 'close'; readonly closed: Int32Array };

/** What the thread sends. */
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answers'; readonly answers: readonly Answer[] }
  /** A fault that no call met, of a copy of the log: nothing may be written any more. */
  | { readonly kind: 'fault'; readonly fault: ToldFault };

/** An error as it is told. */
export function toTold(error: unknown): ToldFault {
  const { name = 'Error', message = String(error), code } = (error ?? {}) as Partial<Error> & { code?: unknown };
  return { name, message, code: typeof code === 'string' ? code : undefined };
}

/** What was told, as an error again. */
export function fromTold({ name, message, code }: ToldFault): Error {
  return Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) });
}

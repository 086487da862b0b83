import { createHash } from 'node:crypto';
import type { PaymentState } from '@stackcheck/payment-x402/ledger';
import {
  STORED_COLUMNS,
  type StoredEvent,
  type StoredLedger,
  type StoredNonce,
  type StoredPayment,
} from '@stackcheck/payment-x402/store';

/** How much a ledger holds. */
export interface LedgerFigures {
  /** Payments by state, with the sum of their values in atomic USDC. */
  readonly states: ReadonlyMap<PaymentState, { readonly count: number; readonly value: bigint }>;
  readonly payments: number;
  readonly events: number;
  readonly nonces: number;
  /** SHA-256 over all rows, in hex. */
  readonly sha256: string;
}

const PAYMENT = [...STORED_COLUMNS, 'answer_body'] as const;
const EVENT = ['payment_id', 'at', 'state', 'detail'] as const;
const NONCE = ['network', 'asset', 'payer', 'nonce', 'payment_hash', 'spent_at'] as const;

/** Counts and sums all rows of a ledger. */
export async function figuresOf(ledger: StoredLedger): Promise<LedgerFigures> {
  return (await readBoth(ledger, undefined)).figures;
}

/**
 * Compares two ledgers row by row and column by column.
 * @returns the first difference, without values, or the figures of both
 */
export async function compareLedgers(
  left: StoredLedger,
  right: StoredLedger,
): Promise<{ readonly difference: string } | { readonly figures: LedgerFigures }> {
  const { figures, difference } = await readBoth(left, right);
  return difference === undefined ? { figures } : { difference };
}

async function readBoth(left: StoredLedger, right: StoredLedger | undefined) {
  const counter = new Counter();
  const difference =
    (await compareRows('payment', PAYMENT, left.payments(), right?.payments(), (row) => counter.payment(row))) ??
    (await compareRows('event', EVENT, left.events(), right?.events(), (row) => counter.event(row))) ??
    (await compareRows('sandbox nonce', NONCE, left.nonces(), right?.nonces(), (row) => counter.nonce(row)));
  return { difference, figures: counter.figures() };
}

/** Without a right side the left one is only counted. */
async function compareRows<Row extends object>(
  what: string,
  columns: readonly (keyof Row & string)[],
  left: AsyncIterable<Row>,
  right: AsyncIterable<Row> | undefined,
  count: (row: Row) => void,
): Promise<string | undefined> {
  const others = right?.[Symbol.asyncIterator]();
  let row = 0;
  try {
    for await (const one of left) {
      row++;
      count(one);
      if (!others) continue;
      const { value: other, done } = await others.next();
      if (done) return `${what} ${row} is missing`;
      const differing = columns.filter((name) => !isSame(one[name], (other as Row)[name]));
      if (differing.length > 0) return `${what} ${row} differs in ${differing.join(', ')}`;
    }
    if (others && !(await others.next()).done) return `there are more than ${row} rows of the kind ${what}`;
    return undefined;
  } finally {
    await others?.return?.();
  }
}

function isSame(left: unknown, right: unknown): boolean {
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right) === 0;
  return left === right;
}

class Counter {
  private readonly hash = createHash('sha256');
  private readonly states = new Map<PaymentState, { count: number; value: bigint }>();
  private payments = 0;
  private events = 0;
  private nonces = 0;

  payment(row: StoredPayment): void {
    this.payments++;
    const sum = this.states.get(row.state) ?? { count: 0, value: 0n };
    this.states.set(row.state, { count: sum.count + 1, value: sum.value + BigInt(row.value) });
    this.add(PAYMENT.map((name) => (name === 'answer_body' ? Buffer.from(row[name]).toString('base64') : row[name])));
  }

  event(row: StoredEvent): void {
    this.events++;
    this.add(EVENT.map((name) => row[name]));
  }

  nonce(row: StoredNonce): void {
    this.nonces++;
    this.add(NONCE.map((name) => row[name]));
  }

  figures(): LedgerFigures {
    const { states, payments, events, nonces } = this;
    return { states, payments, events, nonces, sha256: this.hash.copy().digest('hex') };
  }

  private add(values: readonly unknown[]): void {
    this.hash.update(`${JSON.stringify(values)}\n`);
  }
}

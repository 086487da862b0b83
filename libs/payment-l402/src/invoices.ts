/** An invoice to be made. */
export interface InvoiceOrder {
  readonly amountMsat: bigint;
  /** Shown to the payer; ASCII, at most 100 characters. */
  readonly memo: string;
  readonly expirySeconds: number;
}

/** Outcome of making an invoice. */
export type CreateOutcome =
  | {
      readonly kind: 'created';
      /** 64 hex digits, lower case. */
      readonly paymentHash: string;
      /** BOLT 11. */
      readonly paymentRequest: string;
    }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Outcome of asking for an invoice. Only `settled` is payment: a node may hold a payment that it can still give back
 * (`accepted`), although the preimage is known to somebody by then.
 */
export type LookupOutcome =
  | { readonly kind: 'found'; readonly state: 'open' | 'accepted' | 'settled' | 'canceled'; readonly paidMsat: bigint }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Outcome of ending an unpaid invoice. After `canceled` nobody can pay it any more, and nobody has: a payment that was on its way
 * is given back. After `settled` it is paid, and still buys what it was sold for.
 */
export type CancelOutcome =
  | { readonly kind: 'canceled' }
  | { readonly kind: 'settled' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** A Lightning node that makes invoices for us. No method throws or outlasts a few seconds; doubt is `unavailable`. */
export interface InvoiceSource {
  /** For the ledger and the log. */
  readonly name: string;
  /** Makes an invoice of that amount; `unavailable` where it is not certain that there is one. */
  create(order: InvoiceOrder): Promise<CreateOutcome>;
  /** What the node knows of an invoice. @param paymentHash 64 hex digits */
  lookup(paymentHash: string): Promise<LookupOutcome>;
  /** Ends an invoice, unless it is paid. One that is not known, expired or canceled before is `canceled`. */
  cancel(paymentHash: string): Promise<CancelOutcome>;
}

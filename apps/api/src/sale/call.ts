import type { SentPayment as X402Payment } from '@stackcheck/payment-x402/read';
import type { AnyRoute } from '../catalogue/define-route';
import type { Target } from '../input/target';
import type { AccessRecord } from '../operations/access-log';
import type { Priced } from './payments/priced-routes';
import type { Pins } from './pins';
import type { RawInput } from './read-input';

/** What a route found ready decides for the rest of its request, once. */
export interface OpenCall {
  readonly route: AnyRoute;
  readonly target: Target;
  /** Absolute URL of the request under the configured base URL, query included. */
  readonly resource: string;
  /** The snapshots that it is answered from. */
  readonly pins: Pins;
  /** Epoch milliseconds of the answer. */
  readonly nowMs: number;
  /** Absent on free routes. */
  readonly priced: Priced | undefined;
}

/** How a request wants to pay. */
export type SentPayment =
  /** The two headers of x402, or the payment that another transport has in their place. */
  | ({ readonly rail: 'x402' } & X402Payment)
  /** Values of Authorization; none in a request for an invoice. */
  | { readonly rail: 'l402'; readonly authorization: readonly string[] }
  /** One payment too many. */
  | { readonly rail: 'both' };

/** One request for a route's answer, as any transport can make it. */
export interface Call extends OpenCall {
  readonly input: RawInput;
  /** Address of the client, for its share of places, budget and refusals. */
  readonly client: string;
  readonly payment: SentPayment | undefined;
  /** Receives the payer when a payment is admitted. */
  readonly record: Pick<AccessRecord, 'payer'>;
  /** Whether the client does not wait for the answer any more. */
  isGone(): boolean | Promise<boolean>;
  /** The client decodes gzip and takes a receipt over what is decoded. False where a transport has no content codings. */
  readonly takesGzip?: boolean;
  /** Value of a request header that may change an answer. */
  header(name: 'accept'): string | undefined;
}

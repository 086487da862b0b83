import type { PricedRoute } from '../terms/priced-route';
import type { SentPayment } from './read-payment';

/** A presented payment, before any input is read. */
export interface PresentedPayment extends SentPayment {
  readonly route: PricedRoute;
  /** Absolute URL of this request under the configured base URL, query included. */
  readonly resourceUrl: string;
  /** What the 402 of this request calls it, where the URL is too long for that (`offeredResource`). */
  readonly offeredUrl?: string;
  /** Normalised client address for the refusal limit. */
  readonly client: string;
  /** SHA-256 (hex) of method, route, path, query and body; reads the body, so it is called only when needed. */
  fingerprint(): Promise<string>;
  /** Whether the client does not wait for the answer any more; asked before the payment is verified and before anything is written. */
  isGone?(): boolean | Promise<boolean>;
}

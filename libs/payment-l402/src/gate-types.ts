import type { PrepaidLedger, PricedRoute } from '@stackcheck/payment-x402';
import type { AdmittedPayment } from '@stackcheck/payment-x402/gate';
import type { InFlightLocks } from '@stackcheck/payment-x402/in-flight';
import type { RefusalLimit } from '@stackcheck/payment-x402/refusals';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { ChallengeDeps } from './issue-challenge';

/** A request that asks for the rail or brings a credential, before any input is validated. */
export interface PresentedCredential {
  readonly route: PricedRoute;
  /** Absolute URL of this request under the configured base URL, query included. */
  readonly resourceUrl: string;
  /** Values of the Authorization header as sent. */
  readonly authorization: readonly string[];
  /** Normalised client address. */
  readonly client: string;
  /** SHA-256 (hex) of method, route, path, query and body; reads the body. */
  fingerprint(): Promise<string>;
  /**
   * Why this request could not be answered if it were paid, in a sentence for its caller; null when it could. Asked once, before
   * an invoice is made.
   */
  unanswerable(): Promise<string | null>;
}

/** The gate of the L402 rail: the same verbs as the x402 gate. */
export interface L402Gate {
  /** Why a client that was refused too often is refused before the rest of its request is in; null when it was not. */
  mustWait(presented: Pick<PresentedCredential, 'client' | 'authorization'>): GateRefusal | null;
  /**
   * Without a credential: `payment_required` with a challenge (none when the rail cannot sell now, or when the request has no
   * answer, which its message says). With one: the right to
   * settle, the stored answer, or `l402_invalid` with a fresh challenge.
   */
  admit(presented: PresentedCredential): Promise<AdmittedPayment | PaidAnswer | GateRefusal>;
}

/** What the gate is made of. */
export interface L402GateDeps extends ChallengeDeps {
  readonly ledger: PrepaidLedger;
  /** Shared with the other rail: refused credentials and refused payments of a client count together. */
  readonly refusals: RefusalLimit;
  /** Shared with the other rail, so that a drain waits for both. */
  readonly locks: InFlightLocks;
}

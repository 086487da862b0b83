import type { AtomicUsdc, ErrorCode } from '@stackcheck/contract';
import type { CheckFault } from './checks';
import type { StoredAnswer } from './ledger';
import type { Payment } from './read-payment';

/** One priced route as the payment rail sees it. */
export interface PricedRoute {
  /** Stable id, the operationId. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path template, e.g. `/v1/eol/{product}`. */
  readonly path: string;
  readonly price: AtomicUsdc;
  /** At most 500 characters. */
  readonly description: string;
  /** Small example of the input, and of the answer, for the bazaar block. */
  readonly example: {
    readonly pathParams?: Readonly<Record<string, string>>;
    readonly queryParams?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly output?: unknown;
  };
}

/** What is paid with and to whom. */
export interface PaymentTerms {
  /** CAIP-2, e.g. `eip155:8453`. */
  readonly network: string;
  /** v1 name, e.g. `base`. */
  readonly networkName: string;
  readonly chainId: number;
  /** Checksummed token address. */
  readonly asset: string;
  /** EIP-712 domain of the token. */
  readonly assetName: string;
  readonly assetVersion: string;
  /** Checksummed recipient. */
  readonly payTo: string;
}

/** A 402: the v1 offer and the error in the body, the v2 offer in the header. */
export interface Offer402 {
  readonly body: Uint8Array;
  /** Value of PAYMENT-REQUIRED (standard base64). */
  readonly paymentRequired: string;
}

/** A presented payment, before any input is read. */
export interface PresentedPayment {
  readonly route: PricedRoute;
  /** Absolute URL of this request under the configured base URL, query included. */
  readonly resourceUrl: string;
  /** What the 402 of this request calls it, where the URL is too long for that (`offeredResource`). */
  readonly offeredUrl?: string;
  /** Values of the headers as sent; more than one value of either is refused. */
  readonly paymentSignature: readonly string[];
  readonly xPayment: readonly string[];
  /** Normalised client address for the refusal limit. */
  readonly client: string;
  /** SHA-256 (hex) of method, route, path, query and body; reads the body, so it is called only when needed. */
  fingerprint(): Promise<string>;
  /** Whether nobody waits for the answer any more; asked before the payment is verified and before anything is written. */
  isGone?(): boolean | Promise<boolean>;
}

/** A payment refusal or hold, as the error to answer. */
export interface GateRefusal {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  /** Values of WWW-Authenticate that go with it, a header line each; only rails that challenge have them. */
  readonly challenges?: readonly string[];
}

/** A paid answer to send; call `delivered` when the response finished. */
export interface PaidAnswer {
  readonly kind: 'paid';
  /** The payment's id in the ledger. */
  readonly id: number;
  readonly answer: StoredAnswer;
  /** PAYMENT-RESPONSE header value; empty on a rail that has none. */
  readonly paymentResponse: string;
  readonly x402Version: 1 | 2;
  readonly replayed: boolean;
  /** Whether its last byte went out before; until then the answer is owed. */
  readonly wasDelivered?: boolean;
  delivered(): Promise<void>;
}

/** How sure of a payment one has to be. */
export type ProofLevel = 'signed' | 'verified';

/**
 * A payment that passed all local checks and holds the single-flight lock of its key and identifier. Exactly one of
 * `settle` and `release` must be called, unless `prove` refused it.
 */
export interface AdmittedPayment {
  readonly kind: 'admitted';
  readonly payer: string;
  readonly x402Version: 1 | 2;
  /**
   * Makes sure of the payment before work that costs much: `signed` = the payer's own key signed it, as far as that can be
   * found out here, else as `verified`; `verified` = the facilitator finds it good, its funds included, and is not asked
   * again. The refusal to answer, which ends the admission, or null. Absent where a payment is proven when it is admitted.
   */
  prove?(level: ProofLevel): Promise<GateRefusal | null>;
  /** Verify, store the intent with the answer (W1), settle, store the result (W2). Never throws for a payment fault. */
  settle(answer: StoredAnswer): Promise<PaidAnswer | GateRefusal>;
  /** The request ended without an answer to sell: nothing is charged, the lock and the nonce are free again. */
  release(): void;
}

/** A payment header that was read, while the rest of its request is still to come. */
export interface OpenedPayment {
  readonly kind: 'opened';
  readonly payment: Payment;
  /** What its own words break already, apart from the clock; the ledger may know the payment all the same. */
  readonly fault: CheckFault | null;
}

/** The payment gate: the only way from a payment header to a paid answer. */
export interface PaymentGate {
  /**
   * Refusal limit, decoding and the checks that need no clock: what costs next to nothing, so that nothing is held for a
   * request that fails it. A header that cannot be read is refused and counted here.
   */
  open(presented: Omit<PresentedPayment, 'fingerprint'>): OpenedPayment | GateRefusal;
  /**
   * Steps 3, 5 and 6 of a paid request: refusal limit, decoding, ledger, checks, screening.
   * @param opened what `open` read of the same request
   */
  admit(presented: PresentedPayment, opened?: OpenedPayment): Promise<AdmittedPayment | PaidAnswer | GateRefusal>;
}

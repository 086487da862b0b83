import type { Life } from '../core/life';
import type { SimPayment } from '../model/payments';

/** What the reference model remembers of one payment. */
export interface PaymentStory {
  readonly payment: SimPayment;
  settleCalls: number;
  /** The processes whose settle calls are under way. */
  readonly inFlight: Life[];
  /** An intent was on disk when a settle call left. */
  wasSent: boolean;
  hasComputedAnswer: boolean;
  /** The first answer; every other must equal it. */
  answer: { readonly body: string; readonly paymentResponse: string } | null;
  /** The last word to a client was that this payment costs nothing, and no answer followed. */
  calledFreeBy: string | null;
  /** Requests with it, and how many of their clients had left before anything was charged, and read nothing. */
  presented: number;
  left: number;
  /** A client heard that nobody knows whether it is charged. */
  wasUnknown: boolean;
  /** An answer was handed to the kernel whole. */
  wasFinished: boolean;
  /** The process that recorded the delivery in its ledger, and when. */
  deliveredBy: { readonly life: Life; readonly atMs: number } | null;
  /** Its client had no answer, and was asked to sign a new payment while this one was being settled. */
  wasDisowned: boolean;
}

/** Of a payment that nobody presented yet. */
export function storyBegun(payment: SimPayment): PaymentStory {
  return {
    payment,
    settleCalls: 0,
    inFlight: [],
    wasSent: false,
    hasComputedAnswer: false,
    answer: null,
    calledFreeBy: null,
    presented: 0,
    left: 0,
    wasUnknown: false,
    wasFinished: false,
    deliveredBy: null,
    wasDisowned: false,
  };
}

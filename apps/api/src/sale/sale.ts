import type { ServiceError } from '@stackcheck/contract';
import type { Offer402 } from '@stackcheck/payment-x402/offer';
import type { PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { AnswerReference } from './downloads/answer-reference';

/** How a request for a paid answer ended. */
export type Sale = OfferMade | AnswerSold | SaleRefused;

/** No payment was sent: what it would cost. */
export interface OfferMade {
  readonly kind: 'offer';
  readonly offer: Offer402;
}

/** A paid answer. It is owed until `paid.delivered` was called, which a transport does when the last byte is out. */
export interface AnswerSold {
  readonly kind: 'answer';
  /** The settlement, and the answer itself unless it is a download. */
  readonly paid: PaidAnswer;
  /** The signed receipt, by field name. */
  readonly receipt: Readonly<Record<string, string>>;
  /** The answer's bytes are in this content coding. */
  readonly coding?: 'gzip';
  /** In place of the answer: a snapshot too large to be held. To be closed in every case. */
  readonly download?: PaidDownload;
}

/** The bytes of a download that is paid for. */
export interface PaidDownload {
  readonly reference: AnswerReference;
  /**
   * Takes a place for the sending, which it holds until it is closed.
   * @param cut breaks the sending off, when the place goes to another reader
   * @throws ServiceError `paused` when there is none; the payment still buys the answer
   */
  begin(cut: () => void): void;
  /** From the first byte on, in pieces of at most 64 KiB. */
  pieces(): Iterable<Uint8Array>;
  close(): void;
}

/** Why there is no answer. */
export interface SaleRefused {
  readonly kind: 'refused';
  readonly error: ServiceError;
  /** A fresh one with every 402, and with nothing else. */
  readonly offer?: Offer402;
  /** Values of WWW-Authenticate that go with it. */
  readonly challenges?: readonly string[];
}

/** A 402: the v1 offer and the error in the body, the v2 offer in the header. */
export interface Offer402 {
  readonly body: Uint8Array;
  /** Value of PAYMENT-REQUIRED (standard base64). */
  readonly paymentRequired: string;
}

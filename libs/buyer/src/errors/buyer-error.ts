/** What stopped a purchase. Each has one cause and one way out, which the message names. */
export type BuyerErrorCode =
  /** The request cannot be paid for: its address, a header or the size of its body. */
  | 'bad_request'
  /** The key cannot be read, is none, or is open to others. */
  | 'bad_key'
  /** The price is above a cap, or would bring the sum of a session or a day above it. Nothing was signed. */
  | 'cap_reached'
  /** Network, asset or recipient differ from what was configured or seen first. Nothing was signed. */
  | 'pin_changed'
  /** The seller offers no way to pay that this buyer takes; `reasons` has one for each. Nothing was signed. */
  | 'no_acceptable_offer'
  /** The seller refused the payment and says that nothing was charged. */
  | 'refused'
  /** The seller answers with a redirection, which a payment never follows. */
  | 'redirected'
  /** No answer, and nothing was charged. */
  | 'unreachable'
  /** A payment was sent and it is not known whether it was charged. It counts as spent and can be resumed. */
  | 'settlement_unknown'
  /** The answer was paid for and is longer than the limit; the same request with a higher one gets it for the same payment. */
  | 'answer_too_large'
  /** Another process holds the spend book. */
  | 'book_locked'
  /** The spend book is damaged or of a later version. */
  | 'book_unreadable';

/** Facts of an error, of use to a program; never a key, signature or payment header. */
export type BuyerErrorDetails = Readonly<Record<string, string | number | readonly string[]>>;

/** The only error that a buyer throws on purpose. Its message is one sentence or two: what happened, and what would do. */
export class BuyerError extends Error {
  override readonly name = 'BuyerError';

  constructor(
    readonly code: BuyerErrorCode,
    message: string,
    readonly details: BuyerErrorDetails = {},
  ) {
    super(message);
  }

  /** `{ name, code, message, …details }`, for logs and wire formats. */
  toJSON(): Readonly<Record<string, unknown>> {
    return { ...this.details, name: this.name, code: this.code, message: this.message };
  }
}

const QUOTE_CHARS_MAX = 200;
/** As long as a key, a signature or a payment header; no word of a sentence is. */
const SECRET = /[A-Za-z0-9+/=_-]{48,}/g;

/** A seller's or a system's own words, fit for a message: short, on one line, without anything that could be a key or a payment. */
export function quoted(text: string): string {
  const plain = text
    .replace(SECRET, '…')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return plain.length > QUOTE_CHARS_MAX ? `${plain.slice(0, QUOTE_CHARS_MAX)}…` : plain;
}

import type { Network } from '@stackcheck/payment-x402/wire';
import type { Signer } from '../ports/signer';
import type { SpendBook } from '../spending/spend-book';
import type { Caps } from '../spending/book-state';
import type { ExchangeDeps } from './exchange';

/** What a purchase is made with. */
export interface PurchaseDeps extends ExchangeDeps {
  readonly signer: Signer;
  readonly book: SpendBook;
  /** Fills an array with random bytes fit for keys. */
  readonly random: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly network: Network;
  /** The configured recipient for a URL; null where the first one of a seller is trusted. */
  readonly recipientFor: (url: string) => string | null;
  readonly caps: Caps;
  readonly session: string;
  /** The longest that a signature may be valid, whatever the offer says. */
  readonly windowSecondsMax: number;
}

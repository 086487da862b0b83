import type { AtomicUsdc } from '@stackcheck/contract';
import { knowsIdentifier, type OfferedRequirement, type PaymentRequired } from '@stackcheck/payment-x402/wire';
import type { KeptRequest } from '../spending/book-state';

/** What a request would cost, to whom. */
export interface Quote {
  readonly method: string;
  readonly url: string;
  /** What the offer calls it. */
  readonly resource: string;
  readonly x402Version: 1 | 2;
  /** Atomic units; USDC has six decimals. */
  readonly amount: AtomicUsdc;
  readonly asset: string;
  /** CAIP-2. */
  readonly network: string;
  readonly payTo: string;
  /** How long the seller lets a payment be valid. */
  readonly maxTimeoutSeconds: number;
  /** Whether the same payment gets the same answer again (payment-identifier). */
  readonly isRepeatable: boolean;
}

/** The terms of an offer that was chosen. */
export function toQuote({ method, url }: KeptRequest, offer: PaymentRequired, requirement: OfferedRequirement): Quote {
  const { amount, asset, network, payTo, maxTimeoutSeconds } = requirement;
  return {
    ...{ method, url, resource: offer.resource.url, x402Version: offer.x402Version },
    ...{ amount, asset, network, payTo, maxTimeoutSeconds },
    isRepeatable: knowsIdentifier(offer),
  };
}

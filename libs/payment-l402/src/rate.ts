import type { AtomicUsdc } from '@stackcheck/contract';

/** What a bitcoin costs. */
export interface RateQuote {
  /** US cents for one bitcoin. */
  readonly centsPerBitcoin: bigint;
  /** Epoch milliseconds at which this was so. */
  readonly asOfMs: number;
}

/** Where the rate comes from. Undefined when there is none; must not throw. */
export interface RateSource {
  /** The newest rate that is known, however old; undefined before the first. */
  quote(): RateQuote | undefined;
}

/** What a rate must keep to be believed. */
export interface RateLimits {
  readonly centsPerBitcoinMin: bigint;
  readonly centsPerBitcoinMax: bigint;
  readonly ageMsMax: number;
}

/** A price in Lightning's unit, or why there is none. */
export type PriceOutcome =
  { readonly ok: true; readonly amountMsat: bigint } | { readonly ok: false; readonly reason: string };

/** Clocks of two hosts differ by seconds; a rate from further ahead is a mistake. */
const AHEAD_MS_MAX = 300_000;

/** Atomic USDC have six decimals, a cent is 10⁴ of them, and a bitcoin has 10¹¹ millisatoshi. */
const MSAT_CENTS_PER_ATOMIC = 10n ** 11n / 10n ** 4n;

/**
 * The price in millisatoshi, rounded up. A rate that is missing, old or out of bounds gives no price at all: nobody shall
 * pay a silly one.
 */
export function priceInMsat(
  price: AtomicUsdc,
  quote: RateQuote | undefined,
  limits: RateLimits,
  nowMs: number,
): PriceOutcome {
  if (!quote) return { ok: false, reason: 'no rate' };
  const { centsPerBitcoin, asOfMs } = quote;
  const ageMs = nowMs - asOfMs;
  if (!(ageMs <= limits.ageMsMax && ageMs >= -AHEAD_MS_MAX)) return { ok: false, reason: 'the rate is too old' };
  if (centsPerBitcoin < limits.centsPerBitcoinMin || centsPerBitcoin > limits.centsPerBitcoinMax)
    return { ok: false, reason: 'the rate is out of bounds' };
  return { ok: true, amountMsat: (price * MSAT_CENTS_PER_ATOMIC + centsPerBitcoin - 1n) / centsPerBitcoin };
}

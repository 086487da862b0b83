/** An amount of USDC in atomic units (6 decimals). */
export type AtomicUsdc = bigint;

const DECIMALS = 6;

/** Characters of a wrong text that its error quotes. */
const QUOTED_MAX = 40;

/**
 * A price in US dollars as atomic USDC.
 * @param usd a plain decimal with at most six fraction digits, e.g. `"0.001"` (= 1000 atomic)
 * @throws RangeError with `code` `invalid_amount` when the text is no such decimal
 */
export function usdToAtomic(usd: string): AtomicUsdc {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(usd);
  if (!match) {
    const message = `"${usd.slice(0, QUOTED_MAX)}" is not a dollar amount with at most six decimals`;
    throw Object.assign(new RangeError(message), { code: 'invalid_amount' });
  }
  return BigInt(match[1]! + (match[2] ?? '').padEnd(DECIMALS, '0'));
}

/** Atomic USDC as a plain dollar decimal without trailing zeros, e.g. `1000n` gives `"0.001"`. */
export function atomicToUsd(atomic: AtomicUsdc): string {
  const digits = atomic.toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return digits.slice(0, -DECIMALS) + (fraction && `.${fraction}`);
}

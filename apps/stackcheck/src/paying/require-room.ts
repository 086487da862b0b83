import type { AtomicUsdc } from '@stackcheck/contract';
import type { Caps } from '@stackcheck/buyer';
import { CliError, EXIT } from '../program/exit-code';
import { usdText } from '../terminal/usd-text';

/**
 * Makes sure that all of a bill can be paid, so that no part of it is paid in vain.
 * @param prices of the calls, in atomic USDC
 * @param left the cap of a call, and what of those of this run and this day is left
 * @throws CliError `network`, with the flags that would do
 */
export function requireRoom(prices: readonly AtomicUsdc[], left: Caps): void {
  const sum = prices.reduce((total, price) => total + price, 0n);
  const dearest = prices.reduce((most, price) => (price > most ? price : most), 0n);
  const short = [
    { is: dearest > left.call, what: `a call of ${usdText(dearest)} USD`, has: left.call, flag: '--max-usd-per-call' },
    { is: sum > left.session, what: 'this run', has: left.session, flag: '--max-usd' },
    { is: sum > left.day, what: 'today', has: left.day, flag: '--max-usd-per-day' },
  ].filter(({ is }) => is);
  if (short.length === 0) return;
  const limits = short.map(({ what, has, flag }) => `${usdText(has)} for ${what} (${flag})`);
  throw new CliError(
    EXIT.network,
    `the bill of ${usdText(sum)} USD is more than the caps leave: ${limits.join(', ')}; nothing was paid, raise what is named`,
  );
}

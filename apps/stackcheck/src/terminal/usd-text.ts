import { atomicToUsd, type AtomicUsdc } from '@stackcheck/contract';

/** US dollars with at least two decimals: `0.50`, `0.005`. */
export function usdText(amount: AtomicUsdc): string {
  const [whole = '0', decimals = ''] = atomicToUsd(amount).split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}

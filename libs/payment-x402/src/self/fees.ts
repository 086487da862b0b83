/** Fees of a transaction in wei per gas (EIP-1559). */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Part of the cap that a first attempt may bid; the rest is kept for the attempts that replace it. */
const FIRST_SHARE = 2n;
/** Nodes take a replacement that bids at least a tenth more (geth's `PriceBump`); Nethermind and Erigon the same. */
const BUMP = { numerator: 1125n, denominator: 1000n } as const;

/**
 * What a first attempt bids: the base fee may double while it waits, as long as that stays within half of the cap.
 * @param cap the most that any attempt bids, wei per gas
 * @returns null when a block could not be paid for with half of the cap
 */
export function firstFees(baseFee: bigint, tip: bigint, cap: bigint): Fees | null {
  const most = cap / FIRST_SHARE;
  if (baseFee + tip > most) return null;
  const wanted = baseFee * 2n + tip;
  return { maxFeePerGas: wanted < most ? wanted : most, maxPriorityFeePerGas: tip };
}

/**
 * What an attempt bids that replaces another: an eighth more at least, or what the chain asks for today.
 * @returns null when below the cap there is no room for that, or none that a block would take
 */
export function replacementFees(before: Fees, baseFee: bigint, tip: bigint, cap: bigint): Fees | null {
  const least = { fee: bumped(before.maxFeePerGas), tip: bumped(before.maxPriorityFeePerGas) };
  if (least.fee > cap || baseFee + least.tip > cap) return null;
  const wanted = greater(least.fee, baseFee * 2n + greater(tip, least.tip));
  const maxFeePerGas = wanted < cap ? wanted : cap;
  const maxPriorityFeePerGas = greater(tip, least.tip);
  return {
    maxFeePerGas,
    maxPriorityFeePerGas: maxPriorityFeePerGas < maxFeePerGas ? maxPriorityFeePerGas : maxFeePerGas,
  };
}

function bumped(value: bigint): bigint {
  return (value * BUMP.numerator) / BUMP.denominator + 1n;
}

function greater(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

import type { Clock } from '@stackcheck/contract';
import type { ChainEndpoint } from '@stackcheck/payment-x402';
import type { Pause } from './pause';

/** Tells the time of the chain that settles payments. */
export interface ChainClock {
  /** Timestamp of the newest block that any source knows, in Unix seconds; null when no source answered in time. */
  headSeconds(): Promise<number | null>;
}

/** The chain's time as nodes tell it. The newest head counts, since a node may lag; one that fails told no time. */
export function chainClockOf(nodes: readonly Pick<ChainEndpoint, 'head'>[]): ChainClock {
  return {
    async headSeconds() {
      const heads = await Promise.allSettled(nodes.map((node) => node.head()));
      const known = heads.flatMap((head) => (head.status === 'fulfilled' ? [head.value.timestamp] : []));
      return known.length === 0 ? null : Math.max(...known);
    },
  };
}

/** Skews beyond these are told to the operator, and pause: the window of a payment is checked by our clock and the chain's. */
export const SKEW_WARN_SECONDS = 2;
export const SKEW_PAUSE_SECONDS = 5;

/** A new block comes every two seconds on Base, so the newest one is up to that old on a right clock. */
const BLOCK_SECONDS = 2;

/**
 * Compares the system's clock with the chain's. A block cannot come from the future, so a head later than now proves that our
 * clock is behind; a head older than a block's time says that it is ahead, or that the chain or all sources stand still,
 * and no settlement lands then either. Each side is judged by the end of the call that is kinder to us.
 * @returns the skew in seconds, positive when our clock is ahead; null when nothing is known
 */
export async function clockSkew(clock: Clock, chain: ChainClock): Promise<number | null> {
  const askedSeconds = clock.now() / 1_000;
  const headSeconds = await chain.headSeconds();
  if (headSeconds === null) return null;
  const behind = headSeconds - clock.now() / 1_000;
  const ahead = askedSeconds - headSeconds - BLOCK_SECONDS;
  return behind > 0 ? -behind : Math.max(0, ahead);
}

/** One look at the clock. Nothing known changes nothing: an RPC that is down must not stop payments. */
export async function watchClock(clock: Clock, chain: ChainClock, pause: Pause): Promise<number | null> {
  const skew = await clockSkew(clock, chain);
  if (skew === null) return null;
  const size = Math.abs(skew);
  const level = size > SKEW_PAUSE_SECONDS ? 'pause' : size > SKEW_WARN_SECONDS ? 'warn' : 'clear';
  pause.report('clock', level, `the clock is ${size.toFixed(1)} s ${skew > 0 ? 'ahead of' : 'behind'} the chain`);
  return skew;
}

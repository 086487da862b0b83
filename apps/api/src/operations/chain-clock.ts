import type { ChainEndpoint } from '@stackcheck/payment-x402/evidence';

/** The time of the chain that settles payments. */
export interface ChainClock {
  /** Timestamp of the newest block that any source knows, in Unix seconds; null when no source answered in time. */
  headSeconds(): Promise<number | null>;
}

/** The chain's time as nodes report it. The newest head counts, since a node may lag; a node that fails is left out. */
export function chainClockOf(nodes: readonly Pick<ChainEndpoint, 'head'>[]): ChainClock {
  return {
    async headSeconds() {
      const heads = await Promise.allSettled(nodes.map((node) => node.head()));
      const known = heads.flatMap((head) => (head.status === 'fulfilled' ? [head.value.timestamp] : []));
      return known.length === 0 ? null : Math.max(...known);
    },
  };
}

import type { ChainEndpoint } from '@stackcheck/payment-x402/evidence';

/** A witness that speaks of no block with fewer blocks on it, its own counted; 1 = of all. */
export function confirmedEndpoint(endpoint: ChainEndpoint, confirmations: number): ChainEndpoint {
  return {
    name: endpoint.name,
    async head() {
      const { number, timestamp } = await endpoint.head();
      return { number: Math.max(0, number - confirmations + 1), timestamp };
    },
    safeHead: () => endpoint.safeHead(),
    findUse: (transfer, blocks) => endpoint.findUse(transfer, blocks),
    isSpent: (transfer, block) => endpoint.isSpent(transfer, block),
  };
}

import type { SelfSettler } from '@stackcheck/payment-x402/self';
import { formatEther } from 'ethers';
import type { Pause } from './pause';

/**
 * Returns a function that looks at the gas wallet once. Payments pause while its ether does not suffice for one more transaction
 * in addition to the pending ones, and while fees are above half of the cap. A node that does not answer changes nothing: its
 * calls fail by themselves.
 */
export function watchGas(settler: Pick<SelfSettler, 'look'>, pause: Pause): () => Promise<void> {
  return async () => {
    const { state, balanceWei, neededWei } = await settler.look();
    if (state === 'low') {
      const detail = `the gas wallet holds ${formatEther(balanceWei)} ETH and needs ${formatEther(neededWei)}`;
      pause.report('gas', 'pause', detail);
    } else if (state === 'dear') pause.report('gas', 'pause', 'the fee of a block is above half of GAS_FEE_MAX_GWEI');
    else pause.report('gas', 'clear', 'the gas wallet suffices');
  };
}

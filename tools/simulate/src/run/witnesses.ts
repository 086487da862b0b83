import type { ChainEndpoint } from '@stackcheck/payment-x402/evidence';
import type { Host } from '../core/host';
import type { Life } from '../core/life';
import type { Random } from '../core/random';
import type { Chain } from '../model/chain';
import { chainNode, type NodeHabits } from '../model/chain-node';
import type { Plan } from './plan';

/** The nodes that a process asks about the chain. */
export function witnesses({
  plan,
  random,
  host,
  chain,
  life,
  isCalm,
  onFault,
}: {
  readonly plan: Plan;
  readonly random: Random;
  readonly host: Host;
  readonly chain: Chain;
  readonly life: Life;
  readonly isCalm: () => boolean;
  readonly onFault: (name: string) => void;
}): readonly ChainEndpoint[] {
  return plan.nodeLags.map((lagBlocks, index) => {
    const habits: NodeHabits = {
      name: `rpc-${index}`,
      isForgetful: plan.forgetfulNode === index,
      get lagBlocks() {
        return isCalm() ? Math.min(2, lagBlocks) : lagBlocks;
      },
      get errorRate() {
        return isCalm() ? 0 : plan.nodeErrorRate;
      },
    };
    const ask = <T>(question: string, answer: () => T): Promise<T> =>
      host.call(life, question, { beforeMs: random.between(5, 120), afterMs: 5, work: answer });
    return chainNode(chain, habits, random, ask, () => onFault('node error'));
  });
}

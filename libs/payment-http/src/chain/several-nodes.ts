import type { WalletNode } from '@stackcheck/payment-x402/self';

/**
 * Several nodes as one. Questions go to the first one that answers, in their order. A transaction is handed to all, and of what they say
 * about a nonce the smallest counts: a nonce too great would wait for ever. A receipt of any is taken, and how its block stands is asked of
 * one alone: a block of one node and a head of another prove nothing, since the first may stand still in what was reorganised away.
 * @param nodes at least one
 */
export function severalNodes(nodes: readonly WalletNode[]): WalletNode {
  const first = async <T>(ask: (node: WalletNode) => Promise<T>): Promise<T> => {
    let fault: unknown = new Error('there is no node');
    for (const node of nodes) {
      try {
        return await ask(node);
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  };
  const all = async <T>(ask: (node: WalletNode) => Promise<T>): Promise<readonly T[]> => {
    const settled = await Promise.allSettled(nodes.map(ask));
    const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const fault = settled.find((one) => one.status === 'rejected');
    if (answers.length === 0) throw fault?.reason ?? new Error('there is no node');
    return answers;
  };
  return {
    head: () => first((node) => node.head()),
    safeHead: () => first((node) => node.safeHead()),
    suggestedTip: () => first((node) => node.suggestedTip()),
    countOf: async (account, at) => Math.min(...(await all((node) => node.countOf(account, at)))),
    etherOf: (account) => first((node) => node.etherOf(account)),
    hasCode: (account) => first((node) => node.hasCode(account)),
    try: (from, call) => first((node) => node.try(from, call)),
    broadcast: async (raw) => void (await all((node) => node.broadcast(raw))),
    receipt: async (hash) => (await all((node) => node.receipt(hash))).find((receipt) => receipt !== null) ?? null,
    standing: (receipt) => first((node) => node.standing(receipt)),
  };
}

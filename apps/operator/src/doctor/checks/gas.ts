import type { ApiConfig } from '@stackcheck/api';
import { RpcWalletNode, severalNodes } from '@stackcheck/payment-http/chain';
import { leastWei, MULTICALL3 } from '@stackcheck/payment-x402/self';
import { formatEther, formatUnits } from 'ethers';
import type { Check } from '../doctor-context';
import { findingsOf, type Finding } from '../finding';

const { ok, skipped, warning, fault } = findingsOf('gas wallet');

const TIMEOUT_MS = 5_000;

/** The wallet that settles with PAYMENTS_MODE self: its ether, the fees of the chain and the contract that bundles. */
export const gas: Check = {
  name: 'gas wallet',
  async run({ config: { payments, ledger } }) {
    if (payments.mode !== 'self') return [skipped(`payments are ${payments.mode}`)];
    const shared =
      ledger.kind === 'postgres'
        ? [ok(`${payments.gas.wallet.address} must be the wallet of this node alone; see docs/operations.md`)]
        : [];
    const nodes = payments.rpcUrls.map(
      (url) => new RpcWalletNode({ url, chainId: payments.terms.chainId, timeoutMs: TIMEOUT_MS }),
    );
    try {
      return [...(await look(payments, severalNodes(nodes))), ...shared];
    } catch {
      return [fault('no node of RPC_URL answers', 'nothing can be settled', 'look at its status page and RPC_URL')];
    } finally {
      for (const node of nodes) node.close();
    }
  },
};

type SelfPayments = Extract<ApiConfig['payments'], { readonly mode: 'self' }>;

async function look(
  { gas: { wallet, limits } }: SelfPayments,
  node: ReturnType<typeof severalNodes>,
): Promise<readonly Finding[]> {
  const [balance, head, tip, hasMulticall, needed] = await Promise.all([
    node.etherOf(wallet.address),
    node.head(),
    node.suggestedTip(),
    node.hasCode(MULTICALL3),
    leastWei(node, wallet.address, limits),
  ]);
  return [
    etherOf(wallet.address, balance, needed),
    feesOf(head.baseFee + tip, limits.feeMaxWei),
    hasMulticall
      ? ok('Multicall3 is there: payments share transactions')
      : warning(
          `Multicall3 is not at ${MULTICALL3}`,
          'each payment takes a transaction of its own',
          'look at NETWORK and RPC_URL',
        ),
  ];
}

function etherOf(address: string, balance: bigint, needed: bigint): Finding {
  const holds = `${address} holds ${formatEther(balance)} ETH and needs ${formatEther(needed)}`;
  if (balance < needed) return fault(holds, 'payments pause', 'send ether to it on NETWORK');
  return balance < 2n * needed
    ? warning(holds, 'below that payments pause', 'send ether to it on NETWORK')
    : ok(`${address} holds ${formatEther(balance)} ETH`);
}

function feesOf(fee: bigint, cap: bigint): Finding {
  const says = `a block takes ${formatUnits(fee, 'gwei')} gwei per gas, half of GAS_FEE_MAX_GWEI is ${formatUnits(cap / 2n, 'gwei')}`;
  return fee > cap / 2n ? fault(says, 'payments pause', 'wait, or raise GAS_FEE_MAX_GWEI') : ok(says);
}

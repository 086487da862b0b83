import type { FacilitatorEvmSigner } from '@x402/evm';
import type { Address, Hex } from 'viem';
import type { TestChain } from '../chain/test-chain';

/**
 * The chain as the official facilitator code wants it: reads, and transactions from the account that anvil holds (so nonces of
 * concurrent settlements are anvil's business). While `receipts.lost` is above zero each wait for a receipt fails and lowers
 * it, which is how a real facilitator comes to say `settlement_pending`.
 */
export function chainSigner(chain: TestChain, receipts: { lost: number }): FacilitatorEvmSigner {
  const { reader } = chain;
  return {
    getAddresses: () => [chain.operator],
    readContract: (call) => reader.readContract({ ...call, args: call.args ?? [] } as never),
    verifyTypedData: (message) => reader.verifyTypedData(message as never),
    writeContract: (call) => chain.send(call),
    sendTransaction: (transaction: { to: Address; data: Hex }) => chain.operatorClient.sendTransaction(transaction),
    getCode: (where) => reader.getCode(where),
    async waitForTransactionReceipt({ hash }) {
      if (receipts.lost > 0) {
        receipts.lost -= 1;
        throw new Error('the receipt was not seen in time');
      }
      return chain.receiptOf(hash);
    },
  };
}

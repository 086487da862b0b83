import type { ClientEvmSigner } from '@x402/evm';
import { concat } from 'viem';
import type { TestWallet } from '../chain/test-chain';

/** The signer of an ERC-1271 wallet: payments come from the wallet's address, signed by its owner in the wallet's own form. */
export function walletSigner(wallet: TestWallet): ClientEvmSigner {
  return {
    address: wallet.address,
    signTypedData: async (message) => concat(['0x01', await wallet.owner.signTypedData(message as never)]),
  };
}

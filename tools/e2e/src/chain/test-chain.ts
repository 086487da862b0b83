import { setTimeout as sleep } from 'node:timers/promises';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  http,
  TransactionReceiptNotFoundError,
  type Abi,
  type Address,
  type Hex,
  type TransactionReceipt,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { startAnvil } from './anvil';
import { compileContracts } from './compile';

/** USDC on Base: the address that offers name and that official clients know as the network's default stablecoin. */
export const USDC: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** Chain id of Base main net: payments signed for it settle here and nowhere else but there. */
const CHAIN_ID = 8453;

const POLL_MS = 20;

/** How long a transaction is waited for. */
const RECEIPT_MS = 60_000;

const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** One USDC transfer; the value in atomic units (six decimals), as text, because jest cannot report a bigint. */
export interface UsdcTransfer {
  readonly from: Address;
  readonly to: Address;
  readonly value: string;
  readonly transaction: Hex;
}

/** A call to a contract's method. */
export interface ContractCall {
  readonly address: Address;
  readonly abi: Abi | readonly unknown[];
  readonly functionName: string;
  readonly args: readonly unknown[];
}

/** An ERC-1271 wallet: it pays from its own address, and its owner signs. */
export interface TestWallet {
  readonly address: Address;
  readonly owner: PrivateKeyAccount;
}

export type TestChain = Awaited<ReturnType<typeof startTestChain>>;

/**
 * Starts a throw-away chain that believes to be Base (chain id 8453): anvil with a test EIP-3009 token at the USDC address.
 * A block is mined per transaction. Nothing outside loopback is asked.
 */
export async function startTestChain() {
  const contracts = await compileContracts();
  const anvil = await startAnvil(CHAIN_ID);
  try {
    // Not viem/chains: that entry loads some six hundred chain definitions.
    const chain = defineChain({
      id: CHAIN_ID,
      name: 'local chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [anvil.rpcUrl] } },
    });
    const settings = { chain, transport: http(anvil.rpcUrl), pollingInterval: POLL_MS, cacheTime: 0 } as const;
    const reader = createPublicClient(settings);
    const control = createTestClient({ ...settings, mode: 'anvil' });
    const [operator, minter] = await createWalletClient(settings).getAddresses();
    if (!operator || !minter) throw new Error('anvil has no accounts');
    const mint = createWalletClient({ ...settings, account: minter });

    await control.setCode({ address: USDC, bytecode: contracts.TestUsdc.runtime });
    await control.setCode({ address: MULTICALL3, bytecode: contracts.TestMulticall.runtime });
    const operatorClient = createWalletClient({ ...settings, account: operator });
    const token = { address: USDC, abi: contracts.TestUsdc.abi } as const;

    /**
     * Waits for the receipt of a transaction. viem's own wait goes from block to block, and misses the one that is mined while it
     * looks for a replacement; on a chain that mines nothing by itself no other comes.
     */
    const receiptOf = async (hash: Hex): Promise<TransactionReceipt> => {
      for (const deadline = Date.now() + RECEIPT_MS; ; await sleep(POLL_MS)) {
        try {
          return await reader.getTransactionReceipt({ hash });
        } catch (fault) {
          if (!(fault instanceof TransactionReceiptNotFoundError) || Date.now() > deadline) throw fault;
        }
      }
    };
    /** Waits for a transaction; throws when it reverted. */
    const mined = async (hash: Hex) => {
      const receipt = await receiptOf(hash);
      if (receipt.status !== 'success') throw new Error(`transaction ${hash} reverted`);
      return receipt;
    };
    const fund = async (address: Address, usdc: bigint) => {
      if (usdc > 0n) await mined(await mint.writeContract({ ...token, functionName: 'mint', args: [address, usdc] }));
    };

    return {
      rpcUrl: anvil.rpcUrl,
      chainId: CHAIN_ID,
      token,
      reader,
      control,
      receiptOf,
      mined,
      /** Address with ether whose transactions anvil signs itself: the facilitator's hot wallet. */
      operator,
      operatorClient,

      /**
       * Sends a contract call from the operator and returns the transaction hash. Gas is estimated first, as wallets with a key
       * of their own do, so that a call bound to revert is refused with its reason and never mined.
       */
      async send(call: ContractCall): Promise<Hex> {
        const gas = await reader.estimateContractGas({ ...call, account: operator } as never);
        return operatorClient.writeContract({ gas, ...call, chain, account: operator } as never);
      },

      /** A fresh key with the given USDC (atomic units) and no ether: EIP-3009 payers need none. */
      async newPayer(usdc = 0n): Promise<PrivateKeyAccount> {
        const payer = privateKeyToAccount(generatePrivateKey());
        await fund(payer.address, usdc);
        return payer;
      },

      /** Gives an address USDC (atomic units). */
      fund,

      /** Deploys an ERC-1271 wallet with the given USDC. */
      async newWallet(usdc: bigint): Promise<TestWallet> {
        const owner = privateKeyToAccount(generatePrivateKey());
        const { abi, creation } = contracts.TestWallet;
        const receipt = await mined(await mint.deployContract({ abi, bytecode: creation, args: [owner.address] }));
        if (!receipt.contractAddress) throw new Error('the wallet was not deployed');
        await fund(receipt.contractAddress, usdc);
        return { address: receipt.contractAddress, owner };
      },

      /** The private key of a wallet with an ether, for what needs to pay fees by itself. */
      async newGasKey(): Promise<`0x${string}`> {
        const key = generatePrivateKey();
        await control.setBalance({ address: privateKeyToAccount(key).address, value: 10n ** 18n });
        return key;
      },

      /** Balance in atomic USDC. */
      async balance(address: Address): Promise<bigint> {
        return (await reader.readContract({ ...token, functionName: 'balanceOf', args: [address] })) as bigint;
      },

      /** Every USDC transfer since the start, oldest first, mints left out. */
      async transfers(): Promise<readonly UsdcTransfer[]> {
        const logs = await reader.getContractEvents({ ...token, eventName: 'Transfer', fromBlock: 0n });
        return logs
          .map(({ args, transactionHash }): UsdcTransfer => {
            const { from, to, value } = args as unknown as { from: Address; to: Address; value: bigint };
            return { from, to, value: String(value), transaction: transactionHash };
          })
          .filter((transfer) => BigInt(transfer.from) !== 0n);
      },

      close: () => anvil.close(),
    };
  } catch (fault) {
    await anvil.close();
    throw fault;
  }
}

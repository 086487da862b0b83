import { RpcWalletNode, severalNodes } from '@stackcheck/payment-http/chain';
import type { FacilitatorRequest } from '@stackcheck/payment-x402/facilitator';
import {
  createGasWallet,
  SelfSettler,
  type SelfEvent,
  type SelfLimits,
  type WalletNode,
} from '@stackcheck/payment-x402/self';
import { TRANSFER_WITH_AUTHORIZATION } from '@stackcheck/payment-x402/wire';
import { MemoryBook } from '@stackcheck/payment-x402/testing';
import { systemClock } from '@stackcheck/contract';
import type { Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { randomBytes } from 'node:crypto';
import { USDC, type TestChain } from '../chain/test-chain';

/** A settler over the local chain. */
export interface SelfOnChain {
  readonly settler: SelfSettler;
  readonly book: MemoryBook;
  readonly events: readonly SelfEvent[];
  close(): Promise<void>;
}

const LIMITS: SelfLimits = {
  feeMaxWei: 50_000_000_000n,
  balanceMinWei: 1n,
  bundleMs: 20,
  bundleMax: 20,
  confirmations: 1,
  stuckMs: 600_000,
  pollMs: 50,
};

/** What is otherwise than usual. */
export interface SelfOnChainParts {
  /** Of a wallet that an earlier settler had, with its book. */
  readonly key?: Hex;
  readonly book?: MemoryBook;
  /** Further nodes, behind that of the chain, or before it. */
  readonly nodes?: (own: WalletNode) => readonly WalletNode[];
}

/** Opens a wallet with an ether and settles with it. */
export async function startSelfOnChain(
  chain: TestChain,
  payTo: string,
  change: Partial<SelfLimits> = {},
  { key, book = new MemoryBook(), nodes = (own) => [own] }: SelfOnChainParts = {},
): Promise<SelfOnChain> {
  const events: SelfEvent[] = [];
  const node = new RpcWalletNode({ url: chain.rpcUrl, chainId: chain.chainId });
  const settler = new SelfSettler({
    node: severalNodes(nodes(node)),
    book,
    wallet: createGasWallet(key ?? (await chain.newGasKey())),
    terms: {
      ...{ network: 'eip155:8453', networkName: 'base', chainId: chain.chainId, payTo },
      ...{ asset: USDC, assetName: 'USD Coin', assetVersion: '2' },
    },
    clock: systemClock,
    timers: {
      after(ms, happen) {
        const timer = setTimeout(happen, ms);
        return () => clearTimeout(timer);
      },
    },
    limits: { ...LIMITS, ...change },
    log: (event) => events.push(event),
    hasDuties: true,
  });
  return {
    settler,
    book,
    events,
    async close() {
      await settler.close();
      node.close();
    },
  };
}

/** A payer's authorization, as the call data of the token and as a settle call. */
export async function authorize(
  payer: PrivateKeyAccount,
  to: string,
  value: bigint,
): Promise<{ readonly request: FacilitatorRequest; readonly args: readonly unknown[] }> {
  const nonce: Hex = `0x${randomBytes(32).toString('hex')}`;
  const validBefore = BigInt(Math.floor(Date.now() / 1_000) + 600);
  const message = { from: payer.address, to: to as Hex, value, validAfter: 0n, validBefore, nonce };
  const signature = await payer.signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC },
    types: TRANSFER_WITH_AUTHORIZATION,
    primaryType: 'TransferWithAuthorization',
    message,
  });
  const authorization = {
    ...{ from: payer.address, to, value: String(value), validAfter: '0' },
    ...{ validBefore: String(validBefore), nonce },
  };
  const payload = { signature, authorization };
  return {
    request: {
      x402Version: 1,
      paymentPayload: { x402Version: 1, scheme: 'exact', network: 'base', payload },
      paymentRequirements: {},
      expected: {
        ...{ network: 'eip155:8453', asset: USDC.toLowerCase(), payTo: to.toLowerCase(), value, nonce },
        ...{ payer: payer.address.toLowerCase(), validBefore: Number(validBefore) },
      },
    },
    args: [payer.address, to, value, 0n, validBefore, nonce, signature],
  };
}

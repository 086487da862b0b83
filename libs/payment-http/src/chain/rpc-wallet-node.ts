import type { ChainHead } from '@stackcheck/payment-x402/evidence';
import type {
  BlockStanding,
  FeeHead,
  Tried,
  TriedCall,
  WalletNode,
  WalletReceipt,
} from '@stackcheck/payment-x402/self';
import { FetchRequest, JsonRpcProvider, toQuantity } from 'ethers';
import { ChainOfNode, OtherChain } from './chain-of-node';
import type { RpcEndpointOptions } from './rpc-endpoint';

const TIMEOUT_MS = 2_000;

/** What a node's answer to a question may look like that it did not refuse. */
interface RpcBlock {
  readonly number: string;
  readonly timestamp: string;
  readonly hash?: string;
  readonly parentHash?: string;
  readonly baseFeePerGas?: string;
}

interface RpcReceipt {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly blockNumber: string | null;
  readonly status: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  /** Of rollups: the fee for the data on the chain below. */
  readonly l1Fee?: string;
  readonly logs: readonly {
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
    readonly logIndex: string;
  }[];
}

/** A JSON-RPC node (EIP-1474 methods) as the owner of a wallet needs it. Calls fail after their time instead of hanging. */
export class RpcWalletNode implements WalletNode {
  private readonly provider: JsonRpcProvider;
  private readonly name: string;
  private readonly chain: ChainOfNode;

  constructor({ url, chainId, timeoutMs }: RpcEndpointOptions) {
    this.name = new URL(url).host;
    const request = new FetchRequest(url);
    request.timeout = timeoutMs ?? TIMEOUT_MS;
    request.setThrottleParams({ maxAttempts: 1 });
    this.provider = new JsonRpcProvider(request, chainId, { staticNetwork: true, batchMaxCount: 1, cacheTimeout: -1 });
    this.chain = new ChainOfNode(chainId, () => this.provider.send('eth_chainId', []));
  }

  async head(): Promise<FeeHead> {
    const block = await this.block('latest');
    if (block.baseFeePerGas === undefined) throw new Error(`${this.name}: its blocks have no base fee`);
    const { hash, parentHash: parent } = block;
    return { ...headOf(block), baseFee: BigInt(block.baseFeePerGas), hash, parent };
  }

  async safeHead(): Promise<ChainHead> {
    return headOf(await this.block('safe'));
  }

  async suggestedTip(): Promise<bigint> {
    return BigInt(await this.ask<string>('eth_maxPriorityFeePerGas', []));
  }

  async countOf(account: string, at: 'latest' | 'pending' | number): Promise<number> {
    const block = typeof at === 'number' ? toQuantity(at) : at;
    return Number(BigInt(await this.ask<string>('eth_getTransactionCount', [account, block])));
  }

  async etherOf(account: string): Promise<bigint> {
    return BigInt(await this.ask<string>('eth_getBalance', [account, 'latest']));
  }

  async hasCode(account: string): Promise<boolean> {
    return (await this.ask<string>('eth_getCode', [account, 'latest'])).length > 2;
  }

  async try(from: string, { to, data, gas }: TriedCall): Promise<Tried> {
    const call = { from, to, data, ...(gas === undefined ? {} : { gas: toQuantity(gas) }) };
    try {
      return { kind: 'returned', data: await this.ask<string>('eth_call', [call, 'latest']) };
    } catch (error) {
      // A node that does not answer has said nothing about the call.
      if (isRevert(error)) return { kind: 'reverted' };
      throw error;
    }
  }

  async broadcast(raw: string): Promise<void> {
    try {
      await this.ask('eth_sendRawTransaction', [raw]);
    } catch (error) {
      if (!/already known|already imported|alreadyknown/i.test(messageOf(error))) throw error;
    }
  }

  async receipt(hash: string): Promise<WalletReceipt | null> {
    const found = await this.ask<RpcReceipt | null>('eth_getTransactionReceipt', [hash]);
    if (!found || found.blockNumber === null) return null;
    if (found.transactionHash.toLowerCase() !== hash.toLowerCase()) throw new Error(`${this.name}: another receipt`);
    return {
      hash,
      block: Number(BigInt(found.blockNumber)),
      blockHash: found.blockHash.toLowerCase(),
      succeeded: BigInt(found.status) === 1n,
      costWei: BigInt(found.gasUsed) * BigInt(found.effectiveGasPrice) + BigInt(found.l1Fee ?? 0),
      logs: found.logs.map(({ address, topics, data, logIndex }) => ({
        address: address.toLowerCase(),
        topics: topics.map((topic) => topic.toLowerCase()),
        data,
        index: Number(BigInt(logIndex)),
      })),
    };
  }

  async standing({ block, blockHash }: Pick<WalletReceipt, 'block' | 'blockHash'>): Promise<BlockStanding> {
    const [head, safe] = await Promise.all([this.block('latest'), this.block('safe')]);
    // After them: what is there then was below them.
    const there = await this.blockAt(toQuantity(block));
    if (!there) return { confirmations: 0, isSafe: false };
    if (there.hash?.toLowerCase() !== blockHash) return 'gone';
    const [newest, safest] = [headOf(head).number, headOf(safe).number];
    return { confirmations: Math.max(0, newest - block + 1), isSafe: safest >= block };
  }

  close(): void {
    this.provider.destroy();
  }

  private async block(tag: 'latest' | 'safe'): Promise<RpcBlock> {
    const block = await this.blockAt(tag);
    if (!block) throw new Error(`${this.name} knows no ${tag} block`);
    return block;
  }

  private blockAt(at: string): Promise<RpcBlock | null> {
    return this.ask('eth_getBlockByNumber', [at, false]);
  }

  /** Faults hold the method and the node's own words, and never the URL. */
  private async ask<T>(method: string, parameters: readonly unknown[]): Promise<T> {
    try {
      await this.chain.isOurs();
      return (await this.provider.send(method, [...parameters])) as T;
    } catch (error) {
      throw new NodeFault(`${this.name}: ${method} ${messageOf(error)}`, codeOf(error));
    }
  }
}

/** What a node said, or that it said nothing. */
class NodeFault extends Error {
  constructor(
    message: string,
    readonly rpcCode: number | undefined,
  ) {
    super(message);
    this.name = 'NodeFault';
  }
}

interface RpcFault {
  readonly message?: string;
  readonly shortMessage?: string;
  readonly code?: string | number;
  readonly error?: { readonly code?: number; readonly message?: string };
  readonly info?: { readonly error?: { readonly code?: number; readonly message?: string } };
}

function inner(error: unknown): { readonly code?: number; readonly message?: string } | undefined {
  const fault = error as RpcFault | null;
  return fault?.error ?? fault?.info?.error;
}

function messageOf(error: unknown): string {
  if (error instanceof NodeFault || error instanceof OtherChain) return error.message;
  const said = inner(error)?.message ?? (error as RpcFault | null)?.shortMessage ?? 'failed';
  return `${said.replace(/https?:\/\/\S+/g, '…').slice(0, 200)}`;
}

function codeOf(error: unknown): number | undefined {
  const code = inner(error)?.code;
  if (typeof code === 'number') return code;
  return (error as RpcFault | null)?.code === 'CALL_EXCEPTION' ? REVERTED : undefined;
}

/** Geth's code of a revert (EIP-1474 leaves it open; 3 is what nodes agree on). */
const REVERTED = 3;

function isRevert(error: unknown): boolean {
  if (!(error instanceof NodeFault)) return false;
  return error.rpcCode === REVERTED || /revert|out of gas/i.test(error.message);
}

function headOf({ number, timestamp }: RpcBlock): ChainHead {
  return { number: Number(BigInt(number)), timestamp: Number(BigInt(timestamp)) };
}

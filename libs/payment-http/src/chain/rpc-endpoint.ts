import {
  addressTopic,
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_USED,
  transferOfUse,
  type AuthorizationUse,
  type ChainEndpoint,
  type ChainHead,
} from '@stackcheck/payment-x402/evidence';
import { FetchRequest, Interface, JsonRpcProvider, toQuantity } from 'ethers';
import { ChainOfNode } from './chain-of-node';

/** Where a node is reached. */
export interface RpcEndpointOptions {
  /** Its URL, which may hold a key and is shown nowhere. */
  readonly url: string;
  readonly chainId: number;
  /** Shorter in tests. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 2_000;
/** Providers refuse wider ranges of blocks in one question. */
const BLOCKS_PER_QUESTION = 2_000;

const TOKEN = new Interface(['function authorizationState(address authorizer, bytes32 nonce) view returns (bool)']);

/** A JSON-RPC node as a witness (EIP-1474 methods). Calls fail after their time instead of hanging. */
export class RpcEndpoint implements ChainEndpoint {
  readonly name: string;
  private readonly provider: JsonRpcProvider;
  private readonly chain: ChainOfNode;

  constructor({ url, chainId, timeoutMs }: RpcEndpointOptions) {
    this.name = new URL(url).host;
    const request = new FetchRequest(url);
    request.timeout = timeoutMs ?? TIMEOUT_MS;
    request.setThrottleParams({ maxAttempts: 1 });
    // The network is known, so nothing is asked at start and a node that is down does no harm.
    this.provider = new JsonRpcProvider(request, chainId, { staticNetwork: true, batchMaxCount: 1, cacheTimeout: -1 });
    this.chain = new ChainOfNode(chainId, () => this.provider.send('eth_chainId', []));
  }

  head(): Promise<ChainHead> {
    return this.block('latest');
  }

  safeHead(): Promise<ChainHead> {
    return this.block('safe');
  }

  async findUse(
    { asset, payer, nonce }: { readonly asset: string; readonly payer: string; readonly nonce: string },
    blocks: { readonly from: number; readonly to: number },
  ): Promise<AuthorizationUse | null> {
    await this.chain.isOurs();
    for (let from = blocks.from; from <= blocks.to; from += BLOCKS_PER_QUESTION) {
      const to = Math.min(blocks.to, from + BLOCKS_PER_QUESTION - 1);
      const [log] = await this.provider.getLogs({
        address: asset,
        topics: [[AUTHORIZATION_USED, AUTHORIZATION_CANCELED], addressTopic(payer), nonce],
        fromBlock: from,
        toBlock: to,
      });
      if (!log) continue;
      if (log.topics[0] === AUTHORIZATION_CANCELED) return { kind: 'cancelled', block: log.blockNumber };
      return this.useIn(log.transactionHash, log.blockNumber, { asset, payer, nonce });
    }
    return null;
  }

  async isSpent(
    { asset, payer, nonce }: { readonly asset: string; readonly payer: string; readonly nonce: string },
    block: number,
  ): Promise<boolean> {
    await this.chain.isOurs();
    const data = TOKEN.encodeFunctionData('authorizationState', [payer, nonce]);
    const answer: string = await this.provider.send('eth_call', [{ to: asset, data }, toQuantity(block)]);
    const [isSpent] = TOKEN.decodeFunctionResult('authorizationState', answer) as unknown as [boolean];
    return isSpent;
  }

  close(): void {
    this.provider.destroy();
  }

  private async useIn(
    transaction: string,
    block: number,
    { asset, payer, nonce }: { readonly asset: string; readonly payer: string; readonly nonce: string },
  ): Promise<AuthorizationUse> {
    const receipt = await this.provider.getTransactionReceipt(transaction);
    if (!receipt || receipt.status !== 1) throw new Error('the transaction of the event has no good receipt');
    const logs = receipt.logs
      .filter(({ address }) => address.toLowerCase() === asset)
      .map(({ topics, data, index }) => ({ topics: topics.map((topic) => topic.toLowerCase()), data, index }));
    return { kind: 'used', block, transaction, transfer: transferOfUse(logs, { payer, nonce }) };
  }

  private async block(tag: 'latest' | 'safe'): Promise<ChainHead> {
    await this.chain.isOurs();
    const block = await this.provider.getBlock(tag);
    if (!block) throw new Error(`the node knows no ${tag} block`);
    return { number: block.number, timestamp: block.timestamp };
  }
}

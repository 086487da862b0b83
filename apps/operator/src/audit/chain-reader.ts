import { addressTopic, AUTHORIZATION_USED, TRANSFER, transferOfUse } from '@stackcheck/payment-x402/evidence';
import { FetchRequest, JsonRpcProvider } from 'ethers';
import type { TokenTransfer, UsedAuthorization } from './compare';

/** A block, as far as time and order go; `timestamp` in Unix seconds. */
export interface BlockTime {
  readonly number: number;
  readonly timestamp: number;
}

/** A node cannot be used for an audit. Names its host only: the URL may hold a key. */
export class ChainError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ChainError';
  }
}

const TIMEOUT_MS = 10_000;
/** Providers refuse wider ranges of blocks in one question. */
const BLOCKS_PER_QUESTION = 2_000;

/** What an audit asks a JSON-RPC node (EIP-1474 methods). Every method may throw a ChainError. */
export class ChainReader {
  private readonly host: string;
  private readonly provider: JsonRpcProvider;

  constructor(
    url: string,
    private readonly chainId: number,
  ) {
    this.host = new URL(url).host;
    const request = new FetchRequest(url);
    request.timeout = TIMEOUT_MS;
    this.provider = new JsonRpcProvider(request, chainId, { staticNetwork: true, batchMaxCount: 1 });
  }

  /** The newest block that will not be reorganised away, of a node that is on the right chain. */
  async safeHead(): Promise<BlockTime> {
    const id = await this.ask('its chain id', async () => Number(await this.provider.send('eth_chainId', [])));
    if (id !== this.chainId) throw new ChainError(`${this.host} is on chain ${id}, not on ${this.chainId}`);
    return this.block('safe');
  }

  async block(which: number | 'safe'): Promise<BlockTime> {
    const block = await this.ask(`block ${which}`, () => this.provider.getBlock(which));
    if (!block) throw new ChainError(`${this.host} knows no block ${which}`);
    return { number: block.number, timestamp: block.timestamp };
  }

  /** The last block that is not younger than a time, found by halving; 0 when all are. */
  async blockAt(seconds: number, head: BlockTime): Promise<number> {
    let [low, high] = [0, head.number];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((await this.block(middle)).timestamp <= seconds) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** All transfers of a token to an address in these blocks. */
  async transfersTo(asset: string, payTo: string, from: number, to: number): Promise<readonly TokenTransfer[]> {
    const found: TokenTransfer[] = [];
    for (let first = from; first <= to; first += BLOCKS_PER_QUESTION) {
      const last = Math.min(to, first + BLOCKS_PER_QUESTION - 1);
      const topics = [TRANSFER, null, addressTopic(payTo)];
      const logs = await this.ask(`transfers in blocks ${first} to ${last}`, () =>
        this.provider.getLogs({ address: asset, topics, fromBlock: first, toBlock: last }),
      );
      for (const { transactionHash, blockNumber, index, topics: said, data } of logs) {
        found.push({
          transaction: transactionHash.toLowerCase(),
          block: blockNumber,
          index,
          from: `0x${said[1]!.slice(-40).toLowerCase()}`,
          to: payTo,
          value: BigInt(data),
        });
      }
    }
    return found;
  }

  /** The authorizations of a token that a transaction used, with the transfers they made. */
  async usesIn(asset: string, transaction: string): Promise<readonly UsedAuthorization[]> {
    const receipt = await this.ask('a receipt', () => this.provider.getTransactionReceipt(transaction));
    if (!receipt) throw new ChainError(`${this.host} has no receipt of ${transaction}`);
    const logs = receipt.logs
      .filter(({ address }) => address.toLowerCase() === asset)
      .map(({ topics, data, index }) => ({ topics: topics.map((topic) => topic.toLowerCase()), data, index }));
    return logs
      .filter(({ topics }) => topics[0] === AUTHORIZATION_USED)
      .map(({ topics }) => {
        const use = { payer: `0x${topics[1]!.slice(-40)}`, nonce: topics[2]! };
        return { ...use, transfer: transferOfUse(logs, use) };
      });
  }

  close(): void {
    this.provider.destroy();
  }

  private async ask<T>(what: string, question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch {
      // The cause is dropped: it may quote the URL, and with it a key.
      throw new ChainError(`${this.host} did not give ${what}`);
    }
  }
}

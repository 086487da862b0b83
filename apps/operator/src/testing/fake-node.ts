import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressTopic, AUTHORIZATION_USED, TRANSFER } from '@stackcheck/payment-x402/evidence';
import { networkOf } from '@stackcheck/payment-x402/terms';

export const NETWORK = networkOf('eip155:84532')!;
export const ASSET = NETWORK.usdc.toLowerCase();
export const PAY_TO = `0x${'de'.repeat(20)}`;
export const GENESIS_SECONDS = 1_790_000_000;
const SAFE = 10_000;
export const hex = (value: number | bigint, bytes = 0) => `0x${value.toString(16).padStart(bytes * 2, '0')}`;

export interface Entry {
  readonly transaction: string;
  readonly block: number;
  readonly payer: string;
  readonly nonce: string;
  readonly value: bigint;
}

/** A node whose chain holds these authorizations, each used in a transaction of its own. */
export class FakeNode {
  entries: Entry[] = [];
  chainId = NETWORK.chainId;
  readonly ranges: number[] = [];
  private readonly server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += piece));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown[] };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: this.answer(method, params) }));
    });
  });

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/key-of-the-operator`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private answer(method: string, [first]: readonly unknown[]): unknown {
    if (method === 'eth_chainId') return hex(this.chainId);
    if (method === 'eth_getBlockByNumber') return this.block(first === 'safe' ? SAFE : Number(first));
    if (method === 'eth_getLogs') {
      const { fromBlock, toBlock, topics, address } = first as Record<string, string> & { topics: string[] };
      this.ranges.push(Number(toBlock) - Number(fromBlock) + 1);
      return this.entries
        .filter(({ block }) => block >= Number(fromBlock) && block <= Number(toBlock))
        .flatMap((entry) => this.logs(entry))
        .filter(
          (log) => log.topics[0] === topics[0] && log.topics[2] === topics[2] && address!.toLowerCase() === ASSET,
        );
    }
    const entry = this.entries.find(({ transaction }) => transaction === first);
    return entry ? this.receipt(entry) : null;
  }

  private logs({ transaction, block, payer, nonce, value }: Entry) {
    const log = (index: number, topics: readonly string[], data: string) => ({
      ...{ address: ASSET, topics, data, blockNumber: hex(block), transactionHash: transaction, removed: false },
      ...{ transactionIndex: '0x0', blockHash: hex(block, 32), logIndex: hex(index) },
    });
    return [
      log(0, [AUTHORIZATION_USED, addressTopic(payer), nonce], '0x'),
      log(1, [TRANSFER, addressTopic(payer), addressTopic(PAY_TO)], hex(value, 32)),
    ];
  }

  private receipt(entry: Entry) {
    const zero = hex(0, 20);
    return {
      ...{ transactionHash: entry.transaction, blockNumber: hex(entry.block), blockHash: hex(entry.block, 32) },
      ...{ transactionIndex: '0x0', from: zero, to: ASSET, contractAddress: null, status: '0x1', type: '0x2' },
      ...{ gasUsed: '0x1', cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1', logsBloom: hex(0, 256) },
      logs: this.logs(entry),
    };
  }

  private block(number: number) {
    return {
      ...{ number: hex(number), timestamp: hex(GENESIS_SECONDS + 2 * number), hash: hex(number, 32) },
      ...{ parentHash: hex(0, 32), nonce: hex(0, 8), difficulty: '0x0', gasLimit: '0x1', gasUsed: '0x0' },
      ...{ miner: hex(0, 20), extraData: '0x', baseFeePerGas: '0x1', transactions: [] },
    };
  }
}

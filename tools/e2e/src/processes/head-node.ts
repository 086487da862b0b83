import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Base, unless NETWORK says otherwise. */
const CHAIN_ID = 8453;

/** A JSON-RPC node that knows nothing but its chain and its newest block. */
export interface HeadNode {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts it on loopback. @param headSeconds timestamp of its newest block, asked for each time */
export async function startHeadNode(headSeconds: () => number): Promise<HeadNode> {
  const hex = (value: number): string => `0x${Math.floor(value).toString(16)}`;
  const hash = `0x${'ab'.repeat(32)}`;
  const block = () => ({
    ...{ hash, parentHash: hash, stateRoot: hash, receiptsRoot: hash, miner: `0x${'00'.repeat(20)}`, extraData: '0x' },
    ...{
      number: hex(headSeconds() / 2),
      timestamp: hex(headSeconds()),
      nonce: '0x0000000000000000',
      difficulty: '0x0',
    },
    ...{ gasLimit: '0x1', gasUsed: '0x0', transactions: [] },
  });
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += piece));
    request.on('end', () => {
      const { id, method } = JSON.parse(text) as { id: number; method: string };
      const known: Readonly<Record<string, unknown>> = { eth_chainId: hex(CHAIN_ID), eth_getBlockByNumber: block() };
      const answer =
        method in known ? { result: known[method] } : { error: { code: -32601, message: 'unknown method' } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

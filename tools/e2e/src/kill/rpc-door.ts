import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { paddedQuantities } from '@stackcheck/payment-http/testing';
import type { Choice } from './choice';

/** A node's address of its own, behind which it answers badly now and then. */
export interface RpcDoor {
  readonly url: string;
  /** Share of the calls that go wrong. */
  faultRate: number;
  close(): Promise<void>;
}

/**
 * How a call goes wrong: nothing is done and nothing or an error is answered, it is done and the answer is lost, or a transaction is said
 * to be taken and is forgotten.
 */
const RPC_FAULTS = ['hang', 'error', 'cut', 'done_cut', 'swallowed'] as const;

interface Question {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Opens a door before a node. It takes numbers as the strictest of nodes do. */
export async function openRpcDoor(behind: string, choice: Choice): Promise<RpcDoor> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const answer = async (): Promise<void> => {
        const fault = choice.chance(door.faultRate) ? choice.of(RPC_FAULTS) : undefined;
        if (fault === 'hang') return;
        if (fault === 'error') return void response.writeHead(502).end('bad gateway');
        if (fault === 'cut') return void response.destroy();
        const { id, method, params } = JSON.parse(body) as Question;
        if (paddedQuantities(method, params).length > 0) {
          const error = { code: -32602, message: 'hex number with leading zero digits' };
          return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
        }
        if (fault === 'swallowed' && method === 'eth_sendRawTransaction') {
          return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: `0x${'0'.repeat(64)}` }));
        }
        const headers = { 'content-type': 'application/json' };
        const text = await (await fetch(behind, { method: 'POST', headers, body })).text();
        if (fault === 'done_cut') response.destroy();
        else response.writeHead(200, headers).end(text);
      };
      answer().catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const door: RpcDoor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faultRate: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return door;
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A facilitator that agrees to everything and takes its time; for tests of processes, where no chain is needed. */
export interface SlowFacilitator {
  readonly url: string;
  /** Calls that arrived. */
  readonly calls: { verify: number; settle: number };
  /** Milliseconds that a settlement takes. */
  settleMs: number;
  close(): Promise<void>;
}

interface Call {
  readonly paymentPayload: {
    readonly payload: { readonly authorization: { readonly from: string; readonly nonce: string } };
  };
  readonly paymentRequirements: { readonly network: string };
}

/** Starts it on loopback. */
export async function startSlowFacilitator(): Promise<SlowFacilitator> {
  const calls = { verify: 0, settle: 0 };
  const server = createServer((request, response) => {
    // It does not tell what it supports, which is a hint that it may leave out.
    if (request.method !== 'POST') return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { paymentPayload, paymentRequirements } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call;
      const { from: payer, nonce: transaction } = paymentPayload.payload.authorization;
      const { network } = paymentRequirements;
      const isSettle = request.url === '/settle';
      calls[isSettle ? 'settle' : 'verify']++;
      const reply = isSettle ? { success: true, transaction, network, payer } : { isValid: true, payer };
      setTimeout(() => response.end(JSON.stringify(reply)), isSettle ? facilitator.settleMs : 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const facilitator: SlowFacilitator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    settleMs: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return facilitator;
}

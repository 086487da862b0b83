import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A facilitator that takes its time; for tests of processes, where no chain is needed. */
export interface SlowFacilitator {
  readonly url: string;
  /** Calls that arrived, and how many of them were refused. */
  readonly calls: { verify: number; settle: number; refused: number };
  /** Milliseconds that a verification and a settlement take. */
  verifyMs: number;
  settleMs: number;
  /** How settlements of good payments end: `cut` leaves open whether they were made. */
  settling: 'made' | 'refused' | 'cut';
  close(): Promise<void>;
}

/** What of a payment is looked at. */
export interface JudgedPayment {
  readonly signature: string;
  readonly authorization: Readonly<Record<'from' | 'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce', string>>;
}

/** The reason why a payment is refused, in the words of x402; undefined when it is good. */
export type Verdict = string | undefined;

interface Call {
  readonly paymentPayload: { readonly payload: JudgedPayment };
  readonly paymentRequirements: { readonly network: string };
}

/** Starts it on loopback. @param judge agrees to everything unless given */
export async function startSlowFacilitator(
  judge: (payment: JudgedPayment) => Verdict = () => undefined,
): Promise<SlowFacilitator> {
  const calls = { verify: 0, settle: 0, refused: 0 };
  const server = createServer((request, response) => {
    // It does not say what it supports, which is a hint that it may leave out.
    if (request.method !== 'POST') return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { paymentPayload, paymentRequirements } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call;
      const { from: payer, nonce: transaction } = paymentPayload.payload.authorization;
      const { network } = paymentRequirements;
      const isSettle = request.url === '/settle';
      calls[isSettle ? 'settle' : 'verify']++;
      if (isSettle && facilitator.settling === 'cut') return void response.destroy();
      const refused = isSettle && facilitator.settling === 'refused' ? 'insufficient_funds' : undefined;
      const reason = refused ?? judge(paymentPayload.payload);
      if (reason !== undefined) calls.refused++;
      const reply = isSettle
        ? { success: reason === undefined, errorReason: reason, transaction: reason ? '' : transaction, network, payer }
        : { isValid: reason === undefined, invalidReason: reason, payer };
      setTimeout(() => response.end(JSON.stringify(reply)), isSettle ? facilitator.settleMs : facilitator.verifyMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const facilitator: SlowFacilitator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    verifyMs: 0,
    settleMs: 0,
    settling: 'made',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return facilitator;
}

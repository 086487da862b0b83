import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/facilitator';
import type { TestChain } from '../chain/test-chain';
import { chainSigner } from './chain-signer';
import { FaultPlan, type Fault, type FaultyCall } from './faults';

/** One call that reached the facilitator. */
export interface FacilitatorCall {
  readonly call: FaultyCall;
  readonly x402Version: number;
  /** The bearer token or other credential sent with it. */
  readonly authorization: string | undefined;
  readonly body: { readonly paymentPayload: unknown; readonly paymentRequirements: unknown };
  readonly fault: Fault | undefined;
  /** What the official code said; undefined when it was not asked, or threw. */
  readonly result: unknown;
}

/** A facilitator on loopback. */
export interface TestFacilitator {
  readonly url: string;
  readonly faults: FaultPlan;
  /** Calls in order of arrival of their outcome. */
  readonly calls: readonly FacilitatorCall[];
  close(): Promise<void>;
}

/**
 * Starts an x402 facilitator made of the official code (`exact` on EVM, protocol versions 2 and 1) over the local chain, with
 * the HTTP interface of a public one: POST /verify, POST /settle, GET /supported. Faults are switched on per call.
 * @param onCall sees each call as it arrives, before any work is done
 */
export async function startTestFacilitator(
  chain: TestChain,
  onCall: (call: FaultyCall, body: FacilitatorCall['body']) => void = () => undefined,
): Promise<TestFacilitator> {
  const receipts = { lost: 0 };
  const signer = chainSigner(chain, receipts);
  const official = new x402Facilitator()
    .register('eip155:8453', new ExactEvmScheme(signer))
    .registerV1('base' as never, new ExactEvmSchemeV1(signer));
  const faults = new FaultPlan();
  const calls: FacilitatorCall[] = [];

  const answer = async (call: FaultyCall, request: IncomingMessage, response: ServerResponse) => {
    const body = (await readJson(request)) as FacilitatorCall['body'] & { x402Version: number };
    onCall(call, body);
    const fault = faults.take(call);
    const payload = body.paymentPayload as PaymentPayload;
    const requirements = body.paymentRequirements as PaymentRequirements;
    let result: unknown;
    try {
      if (fault === 'pending') receipts.lost += 1;
      if (!fault?.startsWith('undone_')) result = await official[call](payload, requirements);
    } finally {
      const { authorization } = request.headers;
      calls.push({ call, x402Version: body.x402Version, authorization, body, fault, result });
    }
    if (fault === 'undone_refused') sendJson(response, 200, refusal(call, payload));
    else reply(response, fault, result);
  };

  const server = createServer((request, response) => {
    const route = `${request.method} ${request.url}`;
    if (route === 'GET /supported') return sendJson(response, 200, official.getSupported());
    if (route !== 'POST /verify' && route !== 'POST /settle')
      return sendJson(response, 404, { error: 'no such route' });
    const call = route === 'POST /verify' ? 'verify' : 'settle';
    // What the official code throws, a public facilitator answers as a bare 500.
    answer(call, request, response).catch((fault: unknown) => sendJson(response, 500, { error: String(fault) }));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    calls,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The refusal of a payment whose payer has too little (x402 v2, error codes). */
function refusal(call: FaultyCall, { payload }: PaymentPayload): object {
  const payer = (payload as { authorization?: { from: string } }).authorization?.from;
  const reason = 'insufficient_funds';
  return call === 'verify'
    ? { isValid: false, invalidReason: reason, payer }
    : { success: false, errorReason: reason, transaction: '', network: 'eip155:8453', payer };
}

function reply(response: ServerResponse, fault: Exclude<Fault, 'undone_refused'> | undefined, result: unknown): void {
  switch (fault) {
    case 'undone_cut':
    case 'done_cut':
      response.destroy();
      return;
    case 'undone_hang':
    case 'done_hang':
      return;
    case 'undone_error':
    case 'done_error':
      sendJson(response, 502, { error: 'bad gateway' });
      return;
    case 'done_garbage':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><body>Welcome to the load balancer</body></html>');
      return;
    case 'pending':
    case undefined:
      sendJson(response, 200, result);
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

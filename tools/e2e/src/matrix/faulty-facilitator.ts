import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the facilitator does wrong. `landed` modes make the transfer before they fail. */
export const FAULT_MODES = [
  'ok',
  'verify: HTTP 500',
  'verify: no answer',
  'verify: refused',
  'settle: connection refused',
  'settle: cut before work',
  'settle: cut, landed',
  'settle: no answer',
  'settle: no answer, landed',
  'settle: HTML 502',
  'settle: HTML 502, landed',
  'settle: cut JSON, landed',
  'settle: pending in a 200, landed',
  'settle: pending in a 500, landed',
  'settle: names another payer, landed',
  'settle: refused',
] as const;

/** One of the fault modes. */
export type FaultMode = (typeof FAULT_MODES)[number];

interface FacilitatorCall {
  readonly paymentPayload: {
    readonly payload: { readonly authorization: { readonly from: string; readonly nonce: string } };
  };
  readonly paymentRequirements: { readonly network: string };
}

const REFUSED = 'insufficient_funds';
const SPENT = 'invalid_exact_evm_nonce_already_used';

/** An x402 facilitator on loopback with a chain of its own: each nonce transfers at most once, whatever is said. */
export class FaultyFacilitator {
  mode: FaultMode = 'ok';
  /** Transfers by nonce. More than one for a nonce would be a double charge. */
  readonly transfers = new Map<string, number>();
  /** Settle calls that came in, in any mode. */
  settleCalls = 0;
  private readonly server: Server;
  private port = 0;

  constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  /** Listens on a free port of loopback, or again on the port it had. */
  async listen(): Promise<void> {
    if (this.server.listening) return;
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Nobody listens any more, so a connection is refused before a byte is sent. */
  async deafen(): Promise<void> {
    this.hangUp();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  /** Cuts every connection; the next one is taken. */
  hangUp(): void {
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST') return reply(response, 200, { kinds: [], extensions: [], signers: {} });
    const call = JSON.parse(Buffer.concat(chunks).toString('utf8')) as FacilitatorCall;
    if (request.url === '/verify') return this.verify(call, response);
    this.settleCalls++;
    this.settle(call, response);
  }

  private verify({ paymentPayload }: FacilitatorCall, response: ServerResponse): void {
    const { from, nonce } = paymentPayload.payload.authorization;
    if (this.mode === 'verify: no answer') return;
    if (this.mode === 'verify: HTTP 500') return reply(response, 500, 'broken');
    if (this.mode === 'verify: refused')
      return reply(response, 200, { isValid: false, invalidReason: REFUSED, payer: from });
    const isSpent = this.transfers.has(nonce);
    response.once('finish', () => {
      if (this.mode === 'settle: connection refused') void this.deafen();
    });
    reply(
      response,
      200,
      isSpent ? { isValid: false, invalidReason: SPENT, payer: from } : { isValid: true, payer: from },
    );
  }

  private settle({ paymentPayload, paymentRequirements }: FacilitatorCall, response: ServerResponse): void {
    const { mode } = this;
    const { from, nonce } = paymentPayload.payload.authorization;
    const { network } = paymentRequirements;
    if (mode === 'settle: refused')
      return reply(response, 200, { success: false, errorReason: REFUSED, transaction: '', network, payer: from });
    if (mode === 'settle: cut before work') return void response.destroy();
    if (mode === 'settle: no answer') return;
    if (mode === 'settle: HTML 502') return reply(response, 502, '<html>Bad Gateway</html>');
    const isFirst = !this.transfers.has(nonce);
    if (isFirst) this.transfers.set(nonce, 1);
    const transaction = `0x${nonce.slice(2)}`;
    switch (mode) {
      case 'settle: cut, landed':
        return void response.destroy();
      case 'settle: no answer, landed':
        return;
      case 'settle: HTML 502, landed':
        return reply(response, 502, '<html>Bad Gateway</html>');
      case 'settle: cut JSON, landed':
        return reply(response, 200, '{"success":true,"transac');
      case 'settle: pending in a 200, landed':
      case 'settle: pending in a 500, landed':
        return reply(response, mode.includes('500') ? 500 : 200, {
          success: false,
          errorReason: 'settlement_pending',
          transaction,
          network,
          payer: from,
        });
      case 'settle: names another payer, landed':
        return reply(response, 200, { success: true, transaction, network, payer: `0x${'9'.repeat(40)}` });
      default:
        return reply(
          response,
          200,
          isFirst
            ? { success: true, transaction, network, payer: from }
            : { success: false, errorReason: SPENT, transaction: '', network, payer: from },
        );
    }
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' }).end(text);
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listen } from './listening';

/** The network on which it settles: a test network. */
export const LOCAL_NETWORK = 'eip155:84532';

/** `cut` = the transfer is made and the connection breaks; `cut_before` = it breaks before anything is done. */
export type SettleFault = 'cut' | 'cut_before';

/** What is read of a facilitator request. */
export interface FacilitatorCall {
  readonly paymentPayload: {
    readonly payload: {
      readonly signature: string;
      readonly authorization: Readonly<
        Record<'from' | 'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce', string>
      >;
    };
  };
}

/** A facilitator over HTTP that transfers each nonce once, checks no signature, and fails by a script. */
export class LocalFacilitator {
  readonly spent = new Set<string>();
  readonly faults: SettleFault[] = [];
  readonly settled: FacilitatorCall[] = [];
  url = '';
  private readonly server = createServer((request, response) => void this.reply(request, response));

  async open(): Promise<this> {
    this.url = await listen(this.server);
    return this;
  }

  close(): Promise<void> {
    return closeServer(this.server);
  }

  private answer(path: string, body: FacilitatorCall): object | null {
    if (path === '/supported')
      return { kinds: [{ x402Version: 2, scheme: 'exact', network: LOCAL_NETWORK }], extensions: [], signers: {} };
    const { from: payer, nonce } = body.paymentPayload.payload.authorization;
    const isSpent = this.spent.has(nonce);
    if (path === '/verify')
      return isSpent ? { isValid: false, invalidReason: 'nonce_already_used', payer } : { isValid: true, payer };
    const fault = this.faults.shift();
    if (fault === 'cut_before') return null;
    this.spent.add(nonce);
    this.settled.push(body);
    if (fault === 'cut') return null;
    const transaction = `0x${nonce.slice(2)}`;
    return isSpent
      ? { success: false, errorReason: 'nonce_already_used', payer, transaction: '', network: LOCAL_NETWORK }
      : { success: true, payer, transaction, network: LOCAL_NETWORK };
  }

  private async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
    const answer = this.answer(request.url ?? '', (text === '' ? {} : JSON.parse(text)) as FacilitatorCall);
    if (answer === null) return void response.socket?.destroy();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }
}

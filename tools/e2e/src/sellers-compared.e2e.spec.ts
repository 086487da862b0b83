import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createV2Buyer, resend, signV2Payment, toPurchase, type Purchase } from '@stackcheck/demo';
import { openShop, type Shop } from '@stackcheck/payment-http';
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware } from '@x402/express';
import express from 'express';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

/**
 * What docs/selling.md says of the two middlewares, side by side: the same application, buyer and facilitator, which transfers each
 * nonce once and fails by a script.
 */

const NETWORK = 'eip155:84532';
const PAY_TO = '0x000000000000000000000000000000000000dEaD';

/** `cut` = the transfer is made and the connection breaks; `cut_before` = it breaks before anything is done. */
type Fault = 'cut' | 'cut_before';

class LocalFacilitator {
  readonly spent = new Set<string>();
  readonly faults: Fault[] = [];

  answer(path: string, body: Settle): object | null {
    if (path === '/supported')
      return { kinds: [{ x402Version: 2, scheme: 'exact', network: NETWORK }], extensions: [], signers: {} };
    const { from: payer, nonce } = body.paymentPayload.payload.authorization;
    const isSpent = this.spent.has(nonce);
    if (path === '/verify')
      return isSpent ? { isValid: false, invalidReason: 'nonce_already_used', payer } : { isValid: true, payer };
    const fault = this.faults.shift();
    if (fault === 'cut_before') return null;
    this.spent.add(nonce);
    if (fault === 'cut') return null;
    const transaction = `0x${nonce.slice(2)}`;
    return isSpent
      ? { success: false, errorReason: 'nonce_already_used', payer, transaction: '', network: NETWORK }
      : { success: true, payer, transaction, network: NETWORK };
  }
}

interface Settle {
  readonly paymentPayload: {
    readonly payload: { readonly authorization: { readonly from: string; readonly nonce: string } };
  };
}

interface Seller {
  readonly url: string;
  readonly made: () => number;
  /** Ends it and starts another process's worth of it over the same files. */
  restart(): Promise<Seller>;
  close(): Promise<void>;
}

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );
const end = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve).closeAllConnections());

let facilitator: LocalFacilitator;
let door: Server;
let facilitatorUrl: string;
let folder: string;
let seller: Seller;

beforeEach(async () => {
  facilitator = new LocalFacilitator();
  door = createServer((request, response) => void reply(request, response));
  facilitatorUrl = await listen(door);
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-sellers-'));
});
afterEach(async () => {
  await seller.close();
  await end(door);
  rmSync(folder, { recursive: true, force: true });
});

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  const answer = facilitator.answer(request.url ?? '', (text === '' ? {} : JSON.parse(text)) as Settle);
  if (answer === null) return void response.socket?.destroy();
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

/** The official middleware. */
async function official(port = 0): Promise<Seller> {
  let made = 0;
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitatorUrl }));
  const accepts = { scheme: 'exact', network: NETWORK, payTo: PAY_TO, price: '$0.001' } as const;
  const app = express();
  app.use(paymentMiddleware({ 'GET /answer': { accepts } }, server.register(NETWORK, new ExactEvmScheme())));
  app.get('/answer', (_request, response) => void response.json({ made: ++made }));
  const listening = createServer(app);
  const url = await listenAt(listening, port);
  const close = async (): Promise<void> => void (await end(listening));
  return { url, made: () => made, close, restart: async () => (await close(), official(portOf(url))) };
}

/** Ours. */
async function ours(port = 0): Promise<Seller> {
  let made = 0;
  const listening = createServer();
  const url = await listenAt(listening, port);
  const shop: Shop = await openShop({
    baseUrl: url,
    payTo: PAY_TO,
    network: NETWORK,
    facilitator: facilitatorUrl,
    ledger: join(folder, 'payments.db'),
  });
  const app = express();
  const offer = { id: 'answer', price: '0.001', description: 'An answer.' };
  app.get(
    '/answer',
    shop.paidRoute(offer, () => ({ made: ++made })),
  );
  listening.on('request', app);
  const close = async (): Promise<void> => {
    await end(listening);
    await shop.close();
  };
  return { url, made: () => made, close, restart: async () => (await close(), ours(portOf(url))) };
}

const portOf = (url: string): number => Number(new URL(url).port);

async function listenAt(server: Server, port: number): Promise<string> {
  if (port === 0) return listen(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${port}`;
}

const buyer = () => privateKeyToAccount(generatePrivateKey());

/** Signs once, sends, and sends the same again. */
async function sendTwice(between?: () => Promise<void>): Promise<readonly [Purchase, Purchase]> {
  const url = `${seller.url}/answer`;
  const payment = await signV2Payment(buyer(), url);
  const first = await toPurchase(await fetch(url, { headers: payment }), payment);
  await between?.();
  return [first, await settled(() => resend(url, {}, payment))];
}

/** The reconciler needs a moment after a start, and a kept connection of before it is closed. */
async function settled(ask: () => Promise<Purchase>): Promise<Purchase> {
  for (let tries = 0; ; tries++) {
    const purchase = await ask().catch((error: unknown) => {
      if (tries === 40) throw error;
    });
    if (purchase && ((purchase.status !== 409 && purchase.status !== 503) || tries === 40)) return purchase;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe.each([
  ['@x402/express', official],
  ['paidRoute', ours],
] as const)('%s', (name, open) => {
  beforeEach(async () => {
    seller = await open();
  });
  const isOurs = name === 'paidRoute';

  test('sells', async () => {
    const bought = await createV2Buyer(buyer())(`${seller.url}/answer`);

    expect([bought.status, bought.json(), bought.receipt?.success]).toEqual([200, { made: 1 }, true]);
  });

  test(`a repeated payment ${isOurs ? 'gets the same answer' : 'is refused'}`, async () => {
    const [first, again] = await sendTwice();

    expect(first.status).toBe(200);
    expect(again.status).toBe(isOurs ? 200 : 402);
    expect(facilitator.spent.size).toBe(1);
  });

  test(`a payment that was answered before a restart ${isOurs ? 'still gets its answer' : 'is refused'}`, async () => {
    const [, again] = await sendTwice(async () => {
      seller = await seller.restart();
    });

    expect([again.status, seller.made()]).toEqual([isOurs ? 200 : 402, 0]);
  });

  test(`a settlement whose reply is lost is ${isOurs ? 'held as unknown' : 'called a failure'}`, async () => {
    facilitator.faults.push('cut', 'cut', 'cut');

    const [first] = await sendTwice();

    expect(facilitator.spent.size).toBe(1);
    expect(first.status).toBe(isOurs ? 503 : 402);
    if (isOurs) expect(first.json()).toMatchObject({ error: { code: 'settlement_unknown' } });
  }, 20_000);

  test(`a settle call that broke before the transfer ${isOurs ? 'is made again, and sold' : 'costs the buyer a second try'}`, async () => {
    facilitator.faults.push('cut_before');

    const [first, again] = await sendTwice();

    expect([first.status, again.status]).toEqual(isOurs ? [503, 200] : [402, 200]);
    expect(facilitator.spent.size).toBe(1);
    // Ours sells the answer that was made for this payment.
    expect(seller.made()).toBe(isOurs ? 1 : 2);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createV2Buyer, resend, signV2Payment, toPurchase, type Purchase } from '@stackcheck/demo';
import { openShop, type Shop } from '@stackcheck/payment-http';
import express from 'express';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { closeServer, listen } from './sellers/listening';
import { LOCAL_NETWORK, LocalFacilitator } from './sellers/local-facilitator';
import { officialSeller, PAY_TO, type Seller } from './sellers/official-seller';

/**
 * What docs/selling.md says of the two middlewares, side by side: the same application, buyer and facilitator, which transfers each
 * nonce once and fails by a script.
 */

let facilitator: LocalFacilitator;
let folder: string;
let seller: Seller;

beforeEach(async () => {
  facilitator = await new LocalFacilitator().open();
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-sellers-'));
});
afterEach(async () => {
  await seller.close();
  await facilitator.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The official middleware. */
const official = (): Promise<Seller> => officialSeller(facilitator.url);

/** Ours. */
async function ours(port = 0): Promise<Seller> {
  let made = 0;
  const listening = createServer();
  const url = await listen(listening, port);
  const shop: Shop = await openShop({
    baseUrl: url,
    payTo: PAY_TO,
    network: LOCAL_NETWORK,
    facilitator: facilitator.url,
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
    await closeServer(listening);
    await shop.close();
  };
  return { url, made: () => made, close, restart: async () => (await close(), ours(Number(new URL(url).port))) };
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
  }, 240_000);

  test(`a settle call that broke before the transfer ${isOurs ? 'is made again, and sold' : 'costs the buyer a second try'}`, async () => {
    facilitator.faults.push('cut_before');

    const [first, again] = await sendTwice();

    expect([first.status, again.status]).toEqual(isOurs ? [503, 200] : [402, 200]);
    expect(facilitator.spent.size).toBe(1);
    // Ours sells the answer that was made for this payment.
    expect(seller.made()).toBe(isOurs ? 1 : 2);
  });
});

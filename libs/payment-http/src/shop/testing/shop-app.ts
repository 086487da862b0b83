import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { FakeFacilitator, SAMPLE_TERMS, signTestPayment } from '@stackcheck/payment-x402/testing';
import express from 'express';
import { openShop, type Shop } from '../open-shop';
import type { ShopOptions } from '../shop-options';

/** Where the shop of the tests says that it is. */
export const SHOP_URL = 'https://jokes.example.com';

/** The answer of `/archive`: more than the buffers of two sockets hold. */
export const LARGE_BYTES = 16_000_000;

/** An application of Express with paid routes, and what stands behind it. */
export interface ShopApp {
  readonly url: string;
  readonly facilitator: FakeFacilitator;
  /** How often an answer was made. */
  readonly made: () => number;
  /** What the application's error handler was given. */
  readonly errors: unknown[];
  /** A payment for a path, as its header. */
  pay(
    path: string,
    options?: { readonly nonce?: string; readonly identifier?: string; readonly x402Version?: 1 | 2 },
  ): Record<string, string>;
  /** Resolves when the server has seen the end of the next connection. */
  nextClosed(): Promise<void>;
  /** Ends the shop alone: its routes are still reached. */
  endShop(): Promise<void>;
  /** Ends the server and the shop, and opens both again over the same ledger. */
  reopen(): Promise<ShopApp>;
  close(): Promise<void>;
}

/** Starts the application over a new ledger. */
export async function startShopApp(options: Partial<ShopOptions> = {}): Promise<ShopApp> {
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-shop-'));
  return start(folder, new FakeFacilitator(), options);
}

async function start(folder: string, facilitator: FakeFacilitator, options: Partial<ShopOptions>): Promise<ShopApp> {
  let made = 0;
  const errors: unknown[] = [];
  const shop = await openShop({
    baseUrl: SHOP_URL,
    payTo: SAMPLE_TERMS.payTo,
    network: 'eip155:84532',
    facilitator,
    ledger: join(folder, 'payments.db'),
    ...options,
  });
  const server = await listen(application(shop, () => ++made, errors));
  let ended: Promise<void> | undefined;
  const endShop = (): Promise<void> => (ended ??= shop.close());
  const close = async (): Promise<void> => {
    await new Promise((resolve) => server.close(resolve).closeAllConnections());
    await endShop();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    facilitator,
    made: () => made,
    errors,
    pay(path, { nonce, identifier, x402Version } = {}) {
      const { header } = signTestPayment({
        terms: SAMPLE_TERMS,
        route: { price: 1_000n },
        resourceUrl: SHOP_URL + path,
        nowSeconds: Math.floor((options.clock ?? systemClock).now() / 1_000),
        ...(nonce === undefined ? {} : { nonce }),
        ...(x402Version === undefined ? {} : { x402Version }),
        ...(identifier === undefined ? {} : { identifier }),
      });
      return { 'PAYMENT-SIGNATURE': header };
    },
    nextClosed: () =>
      new Promise((resolve) => server.once('connection', (socket) => socket.once('close', () => resolve()))),
    endShop,
    async reopen() {
      await close();
      return start(folder, facilitator, options);
    },
    async close() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function application(shop: Shop, made: () => number, errors: unknown[]): express.Express {
  const app = express();
  const sold = { price: '0.001', description: 'One joke.' };
  app.get(
    '/jokes/:topic',
    shop.paidRoute({ ...sold, id: 'joke' }, (request: express.Request) => {
      const { topic } = request.params;
      if (topic === 'nothing') throw new Error('nobody jokes about nothing');
      return { topic, number: made() };
    }),
  );
  app.post(
    '/jokes',
    express.json(),
    shop.paidRoute({ ...sold, id: 'jokes', method: 'POST' }, (request: express.Request) => ({
      asked: request.body as unknown,
      number: made(),
    })),
  );
  app.post(
    '/unread',
    shop.paidRoute({ ...sold, id: 'unread', method: 'POST' }, () => ({ number: made() })),
  );
  app.get(
    '/archive',
    shop.paidRoute({ ...sold, id: 'archive' }, () => Buffer.alloc(LARGE_BYTES, String(made()))),
  );
  const router = express.Router();
  router.get(
    '/page',
    shop.paidRoute({ ...sold, id: 'page', contentType: 'text/html' }, () => `<p>${made()}</p>`),
  );
  app.use('/books/:book', router);
  app.use((error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
    errors.push(error);
    response.status(500).json({ failed: true });
  });
  return app;
}

function listen(app: express.Express): Promise<Server> {
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server));
  });
}

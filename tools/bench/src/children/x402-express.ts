import type { AddressInfo } from 'node:net';
import { paymentMiddleware } from '@x402/express';
import { x402ResourceServer, type FacilitatorClient } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import express from 'express';
import { serve } from './serve';

const NETWORK = 'eip155:84532';

/** Says what it supports and is asked nothing else: unpaid requests never reach a facilitator. */
const facilitator: FacilitatorClient = {
  getSupported: async () => ({
    kinds: [{ x402Version: 2, scheme: 'exact', network: NETWORK }],
    extensions: [],
    signers: {},
  }),
  verify: () => Promise.reject(new Error('unpaid requests are not verified')),
  settle: () => Promise.reject(new Error('unpaid requests are not settled')),
};

// The official middleware in its plainest use: one route, one price, the same as ours.
serve(async () => {
  const { PRICE_USD = '0.001', PAY_TO = '' } = process.env;
  const accepts = { scheme: 'exact', network: NETWORK, payTo: PAY_TO, price: `$${PRICE_USD}` } as const;
  const routes = { 'GET /v1/eol/:product': { accepts, description: 'One product', mimeType: 'application/json' } };
  const app = express();
  app.disable('x-powered-by');
  app.use(paymentMiddleware(routes, new x402ResourceServer(facilitator).register(NETWORK, new ExactEvmScheme())));
  app.get('/v1/eol/:product', (_request, response) => {
    response.json({});
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

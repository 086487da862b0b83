import type { AddressInfo } from 'node:net';
import { paymentMiddleware } from '@x402/express';
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import express from 'express';
import { serve } from './serve';

const NETWORK = 'eip155:84532';

// The official middleware with a real facilitator client, answering what our API answers. It stores nothing.
serve(async () => {
  const { PRICE_USD = '0.001', PAY_TO = '', FACILITATOR_URL = '', ANSWER = '{}' } = process.env;
  const answer = JSON.parse(ANSWER) as object;
  const accepts = { scheme: 'exact', network: NETWORK, payTo: PAY_TO, price: `$${PRICE_USD}` } as const;
  const priced = { accepts, description: 'One answer', mimeType: 'application/json' };
  const routes = { 'GET /v1/eol/:product': priced, 'POST /v1/eol/check': priced };
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: FACILITATOR_URL }));
  const app = express();
  app.disable('x-powered-by');
  app.use(paymentMiddleware(routes, server.register(NETWORK, new ExactEvmScheme())));
  app.get('/v1/eol/:product', (_request, response) => {
    response.json(answer);
  });
  app.post('/v1/eol/check', express.json(), (_request, response) => {
    response.json(answer);
  });
  const listening = app.listen(0, '127.0.0.1');
  await new Promise<void>((resolve, reject) => listening.once('listening', resolve).once('error', reject));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
});

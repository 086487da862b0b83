import { createServer } from 'node:http';
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware } from '@x402/express';
import express from 'express';
import { closeServer, listen } from './listening';
import { LOCAL_NETWORK } from './local-facilitator';

/** A seller of `GET /answer`; `GET /nothing` is priced, too, and never has an answer (404). */
export interface Seller {
  readonly url: string;
  /** How often an answer was made. */
  readonly made: () => number;
  /** Ends it and starts another process's worth of it over the same files, at the same address. */
  restart(): Promise<Seller>;
  close(): Promise<void>;
}

/** The recipient of the sellers in tests, whose key nobody has. */
export const PAY_TO = '0x000000000000000000000000000000000000dEaD';

/** A seller made of the official middleware alone. */
export async function officialSeller(facilitatorUrl: string, port = 0): Promise<Seller> {
  let made = 0;
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitatorUrl }));
  const accepts = { scheme: 'exact', network: LOCAL_NETWORK, payTo: PAY_TO, price: '$0.001' } as const;
  const app = express();
  const routes = { 'GET /answer': { accepts }, 'GET /nothing': { accepts } };
  app.use(paymentMiddleware(routes, server.register(LOCAL_NETWORK, new ExactEvmScheme())));
  app.get('/answer', (_request, response) => void response.json({ made: ++made }));
  const listening = createServer(app);
  const url = await listen(listening, port);
  const close = (): Promise<void> => closeServer(listening);
  return {
    url,
    made: () => made,
    close,
    restart: async () => (await close(), officialSeller(facilitatorUrl, Number(new URL(url).port))),
  };
}

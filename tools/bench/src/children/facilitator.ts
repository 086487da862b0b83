import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from './serve';

const NETWORK = 'eip155:84532';

/** The part of a request to a facilitator (x402 v2) that its answer is made of. */
interface Asked {
  readonly paymentPayload: {
    readonly payload: { readonly authorization: { readonly from: string; readonly nonce: string } };
  };
}

// A facilitator that finds every payment good and settles it at once, so that what is measured is the seller's own work.
serve(async () => {
  const server = createServer((request, response) => {
    void answerTo(request).then((answer) => {
      const body = Buffer.from(JSON.stringify(answer));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

async function answerTo(request: IncomingMessage): Promise<object> {
  if (request.url?.endsWith('/supported'))
    return { kinds: [{ x402Version: 2, scheme: 'exact', network: NETWORK }], extensions: [], signers: {} };
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const { from, nonce } = (JSON.parse(Buffer.concat(pieces).toString('utf8')) as Asked).paymentPayload.payload
    .authorization;
  return request.url?.endsWith('/verify')
    ? { isValid: true, payer: from }
    : { success: true, transaction: nonce, network: NETWORK, payer: from };
}

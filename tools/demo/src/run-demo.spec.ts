import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeHeader } from './purchase';
import { runDemo } from './run-demo';

describe('the demo signs for a test network only', () => {
  let server: Server | undefined;
  const signed: string[] = [];
  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    server = undefined;
    signed.length = 0;
  });

  /** A service of which only /health and one offer are real. */
  async function serve(health: object, network: string): Promise<string> {
    const offer = {
      x402Version: 2,
      resource: { url: 'http://127.0.0.1/v1/eol/nodejs' },
      accepts: [
        {
          scheme: 'exact',
          network,
          amount: '1000',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          payTo: '0x000000000000000000000000000000000000dEaD',
          maxTimeoutSeconds: 60,
          extra: { name: 'USD Coin', version: '2' },
        },
      ],
    };
    const started = createServer((request, response) => {
      const payment = request.headers['payment-signature'] ?? request.headers['x-payment'];
      if (payment !== undefined) signed.push(String(payment));
      if (request.url === '/health') return response.end(JSON.stringify(health));
      return response.writeHead(402, { 'payment-required': encodeHeader(offer) }).end('{}');
    });
    server = started;
    await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  }

  const run = async (baseUrl: string) => {
    const lines: string[] = [];
    const code = await runDemo(baseUrl, (line) => lines.push(line));
    return { code, printed: lines.join('\n') };
  };

  it('says how to start the service when nothing answers', async () => {
    const gone = await serve({}, 'eip155:84532');
    server!.close();
    server!.closeAllConnections();

    const { code, printed } = await run(gone);

    expect(code).toBe(1);
    expect(printed).toBe(`Nothing answers at ${gone}. Start the service first: npm start`);
  });

  it.each([
    ['a service that takes real money', { payments: { mode: 'facilitator', network: 'eip155:8453' } }, 'not a sandbox'],
    ['a sandbox of a real network', { payments: { mode: 'sandbox', network: 'eip155:8453' } }, 'not a sandbox'],
    ['a service without payments', { payments: { mode: 'off', network: null } }, 'takes no payments'],
    ['some other program', { status: 'UP' }, 'not stackcheck'],
  ])('pays nothing to %s', async (_, health, why) => {
    const { code, printed } = await run(await serve(health, 'eip155:84532'));

    expect(code).toBe(1);
    expect(printed).toContain(why);
    expect(signed).toEqual([]);
  });

  it('signs nothing when a so-called sandbox offers a real network', async () => {
    const health = { payments: { mode: 'sandbox', network: 'eip155:84532' } };

    const { code, printed } = await run(await serve(health, 'eip155:8453'));

    expect(code).toBe(1);
    expect(printed).toContain('failed:');
    expect(signed).toEqual([]);
  });
});

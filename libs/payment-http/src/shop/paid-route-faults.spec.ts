import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SAMPLE_TERMS } from '@stackcheck/payment-x402/testing';
import { paidRoute, type SellingDeps } from './paid-route';

const settle = jest.fn();
const release = jest.fn();
const onError = jest.fn();
const next = jest.fn();
let server: Server;
let url: string;

beforeEach(async () => {
  for (const mock of [settle, release, onError, next]) mock.mockReset();
  const deps = {
    terms: SAMPLE_TERMS,
    baseUrl: 'https://jokes.example.com',
    errorsUrl: null,
    gate: { admit: async () => ({ kind: 'admitted', settle, release }) },
    client: () => '192.0.2.1',
    closedFor: () => null,
    receipt: async () => ({}),
    onError,
  } as unknown as SellingDeps;
  const sold = { id: 'joke', price: '0.001', description: 'One joke.', path: '/joke' };
  const sell = paidRoute(deps, sold, (request) => {
    if (request.url === '/joke?bad') throw new Error('no joke');
    return { joke: 1 };
  });
  server = createServer((request, response) =>
    sell(Object.assign(request, { originalUrl: request.url ?? '/' }) as never, response, (error) => {
      next(error);
      response.writeHead(500).end('{}');
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

const buy = (path: string): Promise<Response> => fetch(url + path, { headers: { 'PAYMENT-SIGNATURE': 'e30=' } });

test('a fault before the settlement gives the payment back, and goes to the application', async () => {
  expect((await buy('/joke?bad')).status).toBe(500);

  expect(next.mock.calls).toEqual([[new Error('no joke')]]);
  expect([settle.mock.calls.length, release.mock.calls.length, onError.mock.calls.length]).toEqual([0, 1, 0]);
});

test('a fault of the settlement leaves doubt: nothing is given back, and the buyer is to ask again', async () => {
  const fault = new Error('a bug');
  settle.mockRejectedValue(fault);

  const response = await buy('/joke');

  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await response.json()).toMatchObject({ error: { code: 'settlement_unknown' } });
  expect(onError.mock.calls).toEqual([[fault]]);
  expect([release.mock.calls.length, next.mock.calls.length]).toEqual([0, 0]);
});

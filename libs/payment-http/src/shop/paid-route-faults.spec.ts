import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SAMPLE_TERMS } from '@stackcheck/payment-x402/testing';
import { paidRoute, type SellingDeps } from './paid-route';

const settle = jest.fn();
const release = jest.fn();
const onError = jest.fn();
const next = jest.fn();
const receipt = jest.fn();
const delivered = jest.fn();
const paid = {
  kind: 'paid',
  id: 1,
  answer: { status: 200, contentType: 'application/json', body: Buffer.from('{"joke":1}'), snapshotIds: [] },
  paymentResponse: 'e30=',
  x402Version: 2,
  replayed: false,
  delivered,
};
let server: Server;
let begun: ServerResponse | undefined;
let url: string;

beforeEach(async () => {
  for (const mock of [settle, release, onError, next, receipt, delivered]) mock.mockReset();
  receipt.mockResolvedValue({ Signature: 'receipt=:YQ==:' });
  delivered.mockResolvedValue(undefined);
  const deps = {
    terms: SAMPLE_TERMS,
    baseUrl: 'https://jokes.example.com',
    errorsUrl: null,
    gate: { admit: async () => ({ kind: 'admitted', settle, release }) },
    client: () => '192.0.2.1',
    closedFor: () => null,
    receipt,
    onError,
  } as unknown as SellingDeps;
  const sold = { id: 'joke', price: '0.001', description: 'One joke.', path: '/joke' };
  const sell = paidRoute(deps, sold, (request) => {
    if (request.url === '/joke?bad') throw new Error('no joke');
    if (request.url === '/joke?begun') begun!.writeHead(200).write('too early');
    return { joke: 1 };
  });
  server = createServer((request, response) => {
    begun = response;
    sell(Object.assign(request, { originalUrl: request.url ?? '/' }) as never, response, (error) => {
      next(error);
      response.writeHead(500).end('{}');
    });
  });
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

test('an answer whose receipt cannot be made is sent without it, and the fault is reported', async () => {
  const fault = new Error('no key');
  settle.mockResolvedValue(paid);
  receipt.mockRejectedValueOnce(fault);

  const [without, next] = [await buy('/joke'), await buy('/joke')];

  expect([without.status, await without.json(), without.headers.get('signature')]).toEqual([200, { joke: 1 }, null]);
  expect([next.status, next.headers.get('signature')]).toEqual([200, 'receipt=:YQ==:']);
  expect(onError.mock.calls).toEqual([[fault]]);
  expect(receipt.mock.calls[0]).toEqual(['https://jokes.example.com/joke', paid]);
});

test('a delivery that cannot be noted is reported, and the answer is sent', async () => {
  const fault = new Error('the disk is full');
  settle.mockResolvedValue(paid);
  delivered.mockRejectedValue(fault);

  expect((await buy('/joke')).status).toBe(200);
  while (onError.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));

  expect(onError.mock.calls).toEqual([[fault]]);
  expect(next).not.toHaveBeenCalled();
});

test('a refusal behind an answer that has begun ends the connection, since nothing else can be said', async () => {
  settle.mockResolvedValue({ kind: 'refused', code: 'payment_expired' });

  await expect(buy('/joke?begun').then((response) => response.text())).rejects.toThrow(TypeError);
  expect(next).not.toHaveBeenCalled();
});

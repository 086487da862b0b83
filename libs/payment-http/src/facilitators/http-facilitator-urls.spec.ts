import { HttpFacilitator, type HttpFacilitatorOptions } from './http-facilitator';
import { HASH, REQUEST, SUCCESS } from '../testing/sample-request';
import { hang, json, startScriptedServer, type ScriptedServer } from '../testing/scripted-server';

let server: ScriptedServer;
let made: HttpFacilitator | undefined;

beforeEach(async () => {
  server = await startScriptedServer();
  server.reply = (request, response) =>
    json(200, request.url?.includes('verify') ? { isValid: true } : SUCCESS)(request, response);
});
afterEach(async () => {
  await server.close();
  await made?.close();
});

const at = (below: string, options: Partial<HttpFacilitatorOptions> = {}): HttpFacilitator =>
  (made = new HttpFacilitator({ url: `${server.url}${below}`, ...options }));

test.each([
  ['', '/verify', ''],
  ['/', '/verify', ''],
  ['/x402', '/x402/verify', '/x402'],
  ['/platform/x402///', '/platform/x402/verify', '/platform/x402'],
  ['/x402/?tenant=7', '/x402/verify?tenant=7', '/x402'],
])('the facilitator at %j is asked at %s', async (below, url, path) => {
  const facilitator = at(below);

  expect(await facilitator.verify(REQUEST)).toEqual({ kind: 'verified' });
  expect(server.received.map((received) => received.url)).toEqual([url]);
  expect(facilitator.name).toBe(`${new URL(server.url).host}${path}`);
});

test('what its credentials are made for is the very call', async () => {
  const credentials = jest.fn((method: string, { href }: URL) => ({ authorization: `${method} ${href}` }));

  await at('/x402?tenant=7', { credentials }).settle(REQUEST);

  expect(server.received[0]!.headers.authorization).toBe(`POST ${server.url}/x402/settle?tenant=7`);
});

test('each payment is sent, also under requirements that were sent before', async () => {
  const facilitator = at('');
  const other = { ...REQUEST, paymentPayload: { x402Version: 2, payload: { signature: HASH } } };

  await facilitator.verify(REQUEST);
  await facilitator.verify(other);
  await facilitator.settle(REQUEST);

  const payloads = server.received.map(({ body }) => (JSON.parse(body) as { paymentPayload: unknown }).paymentPayload);
  expect(payloads).toEqual([REQUEST.paymentPayload, other.paymentPayload, REQUEST.paymentPayload]);
});

test('a call is allowed no more than its own time, whatever its caller allows', async () => {
  const facilitator = at('', { settleTimeoutMs: 500 });
  // The connection stands already, however busy the machine is.
  await facilitator.verify(REQUEST);
  server.reply = hang;

  expect(await facilitator.settle(REQUEST, 3_600_000)).toEqual({
    kind: 'unknown',
    reason: expect.stringMatching(/^no answer within \d+(?:\.\d+)? ms$/),
  });
});

test('nobody is asked what is supported where our network has no names', async () => {
  const facilitator = at('');

  expect(await facilitator.settle({ ...REQUEST, x402Version: 1 })).toMatchObject({ kind: 'settled' });
  expect(facilitator.states()[0]!.supports).toEqual({ v1: null, v2: null });
  expect(server.received.map(({ url }) => url)).toEqual(['/settle']);
});

import request from 'supertest';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
let letGo: () => void;

beforeEach(async () => {
  api = await startStarterApi({ overrides: { paidInFlightMax: 2 } });
  api.facilitator.pause = new Promise((resolve) => (letGo = resolve));
});
afterEach(async () => {
  letGo();
  await api.close();
});

const buy = (): Promise<Response> => api.buy('service_eol_product', '/v1/eol/nodejs');
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));

/** Until that many settlements hang: a busy machine takes its time. */
async function settling(count: number): Promise<void> {
  while (api.facilitator.settleRequests.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Takes every place with calls whose settlement hangs. */
async function fill(): Promise<Promise<Response>[]> {
  const calls = [buy(), buy()];
  await settling(2);
  return calls;
}

describe('more payments than there are places for', () => {
  test('are refused for a few seconds, unread and uncharged', async () => {
    await fill();

    const response = await buy();

    await expectError(response, 'paused');
    expect(['1', '2', '3', '4', '5']).toContain(response.headers.get('retry-after'));
    expect(api.facilitator.verifyRequests).toHaveLength(2);
  });

  test('are refused before anything of them is parsed', async () => {
    await fill();

    const garbage = request(api.url).get('/v1/eol/nodejs').set('PAYMENT-SIGNATURE', 'garbage');

    await expectError(await garbage, 'paused');
  });

  test('leave offers and free routes as they are', async () => {
    await fill();

    const payment = api.payment('service_eol_product', '/v1/eol/nodejs');
    await request(api.url).head('/v1/eol/nodejs').set('PAYMENT-SIGNATURE', payment).expect(402);
    await request(api.url).get('/v1/eol/nodejs').expect(402);
    for (const path of ['/v1/eol/index', '/livez', '/health']) await request(api.url).get(path).expect(200);
  });

  test('find a place again when others left', async () => {
    const calls = await fill();
    letGo();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);

    expect((await buy()).status).toBe(200);
  });
});

test.each([
  ['a payment that is refused', '/v1/eol/nodejs', 'garbage'],
  ['a download that is not paid', '/v1/osv/snapshot', 'garbage'],
])('%s gives its place back', async (_name, target, payment) => {
  for (let round = 0; round < 4; round++) {
    const { status } = await request(api.url).get(target).set('PAYMENT-SIGNATURE', payment);
    expect(status).not.toBe(503);
  }
});

test('a client that leaves keeps its place until its settlement is known', async () => {
  const controller = new AbortController();
  const header = api.payment('service_eol_product', '/v1/eol/nodejs');
  const gone = fetch(`${api.url}/v1/eol/nodejs`, {
    headers: { 'PAYMENT-SIGNATURE': header },
    signal: controller.signal,
  }).catch(() => undefined);
  const other = buy();
  await settling(2);
  controller.abort();
  await gone;
  await soon();

  await expectError(await buy(), 'paused');
  letGo();
  await other;
  await soon();
  expect((await buy()).status).toBe(200);
});

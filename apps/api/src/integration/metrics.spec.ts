import { createServer, type AddressInfo } from 'node:net';
import request from 'supertest';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
let port: number;

beforeAll(async () => {
  port = await freePort();
  api = await startStarterApi({ env: { METRICS_PORT: String(port) } });
});
afterAll(() => api.close());

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const scrape = async (): Promise<string> =>
  (await request(`http://127.0.0.1:${port}`).get('/metrics').expect(200)).text;

test('what was answered, refused, called and is open can be read', async () => {
  await request(api.url).get('/v1/eol/nodejs').expect(402);
  await request(api.url).get('/nowhere/private-path').expect(404);
  await api.buy('service_eol_product', '/v1/eol/nodejs');
  await api.buy('service_eol_product', '/v1/eol/no-such-product');
  await request(api.url).get('/v1/eol/nodejs').set('X-PAYMENT', 'garbage').expect(402);
  await new Promise((resolve) => setTimeout(resolve, 50));

  const text = await scrape();

  for (const line of [
    'stackcheck_http_answers_total{route="service_eol_product",status="402"} 2',
    'stackcheck_http_answers_total{route="service_eol_product",status="200"} 1',
    'stackcheck_http_answers_total{route="service_eol_product",status="404"} 1',
    'stackcheck_http_answers_total{route="none",status="404"} 1',
    'stackcheck_http_errors_total{code="payment_required"} 1',
    'stackcheck_http_errors_total{code="payment_invalid"} 1',
    'stackcheck_http_errors_total{code="unknown_id"} 1',
    'stackcheck_http_seconds_count{route="service_eol_product"} 4',
    'stackcheck_facilitator_seconds_count{call="verify",outcome="verified"} 1',
    'stackcheck_facilitator_seconds_count{call="settle",outcome="settled"} 1',
    'stackcheck_payments{state="settled"} 1',
    'stackcheck_paid_in_flight 0',
    'stackcheck_paid_shed_total 0',
  ])
    expect(text).toContain(line);
  expect(text).toMatch(/^stackcheck_event_loop_lag_seconds /m);
  expect(text).not.toMatch(/private-path|0x[0-9a-f]{6}/i);
});

test('nothing but the metrics is there', async () => {
  await request(`http://127.0.0.1:${port}`).get('/').expect(404);
});

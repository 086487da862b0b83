import request from 'supertest';
import { SERVICE_VERSION } from '../published/openapi';
import { freePort } from '../testing/free-port';
import { rawRequest } from '../testing/raw-request';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
let port: number;

beforeAll(async () => {
  port = await freePort();
  api = await startStarterApi({ env: { METRICS_PORT: String(port) } });
});
afterAll(() => api.close());

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
    'stackcheck_sales_total{route="service_eol_product",step="offered"} 1',
    'stackcheck_sales_total{route="service_eol_product",step="paid"} 3',
    'stackcheck_sales_total{route="service_eol_product",step="settled"} 1',
    'stackcheck_revenue_usd_total{route="service_eol_product",network="eip155:84532"} 0.001',
    'stackcheck_ledger_seconds_count{write="claim",outcome="ok"} 1',
    'stackcheck_ledger_seconds_count{write="settled",outcome="ok"} 1',
    'stackcheck_ledger_seconds_count{write="settled",outcome="fault"} 0',
    'stackcheck_facilitator_up{facilitator="fake"} 1',
    'stackcheck_limit{of="paid_in_flight"} 256',
    'stackcheck_dataset_sellable{dataset="eol"} 1',
    `stackcheck_build_info{version="${SERVICE_VERSION}",payments="sandbox"} 1`,
  ])
    expect(text).toContain(line);
  for (const name of [
    'stackcheck_event_loop_lag_seconds',
    'stackcheck_event_loop_utilization_ratio',
    'stackcheck_ledger_bytes{file="database"}',
    'stackcheck_ledger_bytes{file="log"}',
    'stackcheck_disk_free_bytes',
    'stackcheck_snapshot_refreshed_timestamp_seconds{dataset="eol"}',
    'process_resident_memory_bytes',
    'process_open_fds',
  ])
    expect(Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1])).not.toBeNaN();
  expect(text).not.toMatch(/private-path|0x[0-9a-f]{6}/i);
});

test('requests that are refused before any work are counters, and two scrapes count them once', async () => {
  const payment = api.payment('service_eol_check', '/v1/eol/check');
  const head = `POST /v1/eol/check HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`;
  await rawRequest(api.url, `${head}PAYMENT-SIGNATURE: ${payment}\r\n\r\nxyz\r\n`);

  const [, text] = [await scrape(), await scrape()];

  for (const line of [
    '# TYPE stackcheck_paid_rejected_total counter',
    'stackcheck_paid_rejected_total{reason="broken_body"} 1',
    'stackcheck_paid_rejected_total{reason="busy"} 0',
    '# TYPE stackcheck_paid_shed_total counter',
    '# TYPE stackcheck_connections_closed_total counter',
    'stackcheck_connections_closed_total 0',
  ])
    expect(text.split('\n')).toContain(line);
});

test('an offer that is sent again is counted like the first one', async () => {
  const count = async () =>
    Number(/^stackcheck_sales_total\{route="service_eol_cycle",step="offered"\} (.*)$/m.exec(await scrape())?.[1] ?? 0);
  for (let i = 0; i < 4; i++) await fetch(`${api.url}/v1/eol/nodejs/24`);

  expect(await count()).toBe(4);
  expect(await scrape()).toContain('stackcheck_http_answers_total{route="service_eol_cycle",status="402"} 4');
});

test('nobody makes series by calling', async () => {
  // Status and code are words of ours; an address that sends nonsense comes to others of them.
  const series = async () =>
    new Set((await scrape()).match(/^stackcheck_[^ ]+/gm)?.map((each) => each.replace(/(status|code)="\w+"/, '$1')));
  const call = async (word: string): Promise<void> => {
    await fetch(`${api.url}/v1/eol/${word}`);
    await fetch(`${api.url}/${word}`, { method: 'PUT' });
    await fetch(`${api.url}/v1/eol/nodejs`, { headers: { 'X-PAYMENT': word, 'User-Agent': word } });
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: word, arguments: {} } };
    await fetch(`${api.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(message),
    });
  };
  await call('first');
  const before = await series();
  for (const word of ['second', 'third-word', 'constructor', 'fourth']) await call(word);

  expect([...(await series())].filter((name) => !before.has(name))).toEqual([]);
});

test('nothing but the metrics is there', async () => {
  await request(`http://127.0.0.1:${port}`).get('/').expect(404);
});

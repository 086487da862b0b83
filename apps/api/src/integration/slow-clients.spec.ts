import { SERVER_LIMITS } from '../http/server';
import { drip } from '../testing/drip';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({
    overrides: {
      serverLimits: { headersTimeoutMs: 300, requestTimeoutMs: 600, checkEveryMs: 50, keepAliveTimeoutMs: 1_500 },
    },
  });
});
afterAll(() => api.close());

const GET = 'GET /livez HTTP/1.1\r\nHost: x\r\n';

test('production grants ten seconds for headers, fifteen for a request and five for the body of a paid one', () => {
  expect(SERVER_LIMITS).toEqual({
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 15_000,
    paidBodyTimeoutMs: 5_000,
    checkEveryMs: 1_000,
    keepAliveTimeoutMs: 65_000,
    connectionsMax: 10_000,
    connectionsPerClientMax: 500,
  });
});

describe('a client that is slow', () => {
  test('with its headers gets a 408 as JSON, and is cut', async () => {
    const { text, statuses, ms } = await drip(api.url, [GET, ...Array<string>(400).fill('X: y\r\n')], 50);

    expect(statuses).toEqual([408]);
    expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({ error: { code: 'bad_request' } });
    // Nobody is to sign another payment because of it: one may be under way.
    expect(text).toMatch(/Retry-After: 1\r\n.*send the same one again/s);
    expect(text).toMatch(/Connection: close/i);
    expect(ms).toBeLessThan(15_000);
  });

  test('with nothing at all is cut', async () => {
    expect((await drip(api.url, [''], 50)).ms).toBeLessThan(15_000);
  });

  test('with the body of a paid call gets a 408, and nothing is settled', async () => {
    const payment = api.payment('service_eol_check', '/v1/eol/check');
    const head = `POST /v1/eol/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\nPAYMENT-SIGNATURE: ${payment}\r\n\r\n`;

    const { statuses, ms } = await drip(api.url, [head, ...Array<string>(400).fill(' ')], 50);

    expect(statuses).toEqual([408]);
    expect(ms).toBeLessThan(15_000);
    expect(api.facilitator.verifyRequests).toHaveLength(0);
  });

  test('with a second request is only cut: no 408 follows an answer', async () => {
    const { statuses, ms } = await drip(api.url, [`${GET}\r\n`, ...'GET /livez HTTP/1.1'], 50);

    expect(statuses).toEqual([200]);
    expect(ms).toBeLessThan(15_000);
  });

  test('with its next request is cut when the connection was kept long enough', async () => {
    const { statuses, ms } = await drip(api.url, [`${GET}\r\n`], 50);

    expect(statuses).toEqual([200]);
    expect(ms).toBeLessThan(15_000);
  });
});

test('a client that breaks off leaves no payment behind', async () => {
  const payment = api.payment('service_eol_check', '/v1/eol/check');
  const controller = new AbortController();
  const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{')) });
  const call = fetch(`${api.url}/v1/eol/check`, {
    method: 'POST',
    body,
    duplex: 'half',
    signal: controller.signal,
    headers: { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': payment },
  } as RequestInit);
  setTimeout(() => controller.abort(), 100);

  await expect(call).rejects.toThrow();
  expect(api.facilitator.verifyRequests).toHaveLength(0);
});

test('connections beyond the limit are dropped', async () => {
  const small = await startStarterApi({ overrides: { serverLimits: { connectionsMax: 1 } } });
  try {
    const first = drip(small.url, [`GET /livez HTTP/1.1\r\nHost: x\r\nX: y\r\n`], 50, 1_000).catch(() => 'kept');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const second = await drip(small.url, [`${GET}\r\n`], 50);

    expect(second.statuses).toEqual([]);
    expect(await first).toBe('kept');
  } finally {
    await small.close();
  }
});

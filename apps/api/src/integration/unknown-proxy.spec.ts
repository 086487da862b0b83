import request from 'supertest';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const TARGET = '/v1/eol/nodejs';

let api: StarterApi;
const lines: string[] = [];

async function start(env: Readonly<Record<string, string>>): Promise<void> {
  lines.length = 0;
  const log = { write: (line: string) => void lines.push(line) };
  api = await startStarterApi({ env: { LOG_LEVEL: 'warn', ...env }, overrides: { log } });
}

afterEach(() => api.close());

/** A request as it comes through a proxy that appends the client's address. */
const through = (client: string, headers: Readonly<Record<string, string>> = {}) =>
  request(api.url)
    .get(TARGET)
    .set({ 'X-Forwarded-For': client, ...headers });

async function health(): Promise<{ warnings: string[] }> {
  return (await request(api.url).get('/health').expect(200)).body as { warnings: string[] };
}

/** Whether an honest buyer gets an answer while another client of the proxy sends junk. */
async function statusAfterJunk(): Promise<number> {
  for (let count = 0; count < 5; count++) await through('198.51.100.66', { 'PAYMENT-SIGNATURE': 'junk' });
  const payment = api.payment('service_eol_product', TARGET);
  return (await through('203.0.113.7', { 'PAYMENT-SIGNATURE': payment })).status;
}

describe('behind a proxy', () => {
  test('that is not known, log and health say so loudly, once, and without what the header holds', async () => {
    await start({});

    expect((await health()).warnings).toEqual([]);
    // This is what the warning is about.
    expect(await statusAfterJunk()).toBe(429);

    expect((await health()).warnings).toEqual(['proxy']);
    const warnings = lines.filter((line) => line.includes('TRUST_PROXY'));
    expect(warnings).toEqual([expect.stringContaining('five refused payments of one lock out all')]);
    expect(lines.join()).not.toMatch(/198\.51\.100\.66|203\.0\.113\.7/);
  });

  test.each(['1', '127.0.0.0/8'])('that is known (%s), junk of one client is his alone', async (TRUST_PROXY) => {
    await start({ TRUST_PROXY });

    expect(await statusAfterJunk()).toBe(200);
    expect((await health()).warnings).toEqual([]);
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toEqual([]);
  });

  test('that is known and names clients in a header nobody reads is reported', async () => {
    await start({ TRUST_PROXY: '1' });
    await request(api.url).get(TARGET).set('X-Real-IP', '203.0.113.7').expect(402);

    expect((await health()).warnings).toEqual(['proxy']);
    expect(lines.join()).toMatch(/let it send X-Forwarded-For/);
  });
});

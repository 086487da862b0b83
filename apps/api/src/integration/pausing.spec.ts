import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drip, type Dripped } from '../testing/drip';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeEach(async () => {
  api = await startStarterApi();
});
afterEach(() => api.close());

interface Health {
  readonly status: string;
  readonly paused: boolean;
  readonly pause_reasons: readonly string[];
  readonly warnings: readonly string[];
}

const health = async (): Promise<Health> => (await (await fetch(`${api.url}/health`)).json()) as Health;

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('it did not happen in ten seconds');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('a file pauses paid routes without a restart, and says so', async () => {
  const file = join(api.dataDir, 'paused');
  writeFileSync(file, '');
  await until(async () => (await health()).paused);

  await expectError(await api.buy('service_eol_product', '/v1/eol/nodejs'), 'paused');
  await expectError(await fetch(`${api.url}/v1/eol/nodejs`), 'paused');
  expect((await expectError(await fetch(`${api.url}/readyz`), 'paused')).message).toContain(
    'the operator paused payments',
  );
  expect(await health()).toMatchObject({ status: 'degraded', paused: true, pause_reasons: ['switch'] });
  expect((await fetch(`${api.url}/v1/eol/index`)).status).toBe(200);

  rmSync(file);
  await until(async () => !(await health()).paused);
  expect((await api.buy('service_eol_product', '/v1/eol/nodejs')).status).toBe(200);
});

test('the reserved space lies next to the ledger', () => {
  expect(existsSync(join(api.dataDir, 'ballast'))).toBe(true);
});

describe('one process per ledger', () => {
  test('another host is refused, with the reason', async () => {
    await expect(api.startAgain({ hostId: 'other-host' })).rejects.toThrow(
      /another host \([0-9a-f]{16}\) takes payments.*until 2026/s,
    );
    expect((await api.buy('service_eol_product', '/v1/eol/nodejs')).status).toBe(200);
  });

  test('a second process of this host is refused, with the reason', async () => {
    await expect(api.startAgain()).rejects.toThrow(
      /another process of this machine takes payments.*stop it first.*LEDGER_URL/s,
    );
    expect((await api.buy('service_eol_product', '/v1/eol/nodejs')).status).toBe(200);
  });

  test('after an orderly end another host may start at once', async () => {
    await api.close();
    const moved = await startStarterApi({ overrides: { hostId: 'other-host' } });
    await moved.close();
  });
});

describe('draining', () => {
  test('finishes what is under way, refuses what is new, and closes kept connections', async () => {
    let letGo!: () => void;
    api.facilitator.pause = new Promise((resolve) => (letGo = resolve));
    const running = api.buy('service_eol_product', '/v1/eol/nodejs');
    await until(async () => api.facilitator.settleRequests.length === 1);

    const closed = api.close();
    await expect(fetch(`${api.url}/livez`)).rejects.toThrow();
    letGo();

    const response = await running;
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    await closed;
  });

  test('answers open connections that nothing more is sold, and closes every connection', async () => {
    const ask = (path: string): Promise<Dripped> =>
      drip(api.url, [`GET ${path} HTTP/1.1\r\n`, 'Host: x\r\n', '\r\n'], 150);
    const asked = [ask('/readyz'), ask('/livez'), ask('/v1/eol/nodejs')];
    await new Promise((resolve) => setTimeout(resolve, 50));
    const closed = api.close();

    const answers = await Promise.all(asked);

    expect(answers.map(({ statuses }) => statuses)).toEqual([[503], [200], [503]]);
    for (const { text } of answers) expect(text).toMatch(/^connection: close\r$/im);
    expect(answers[0]!.text).toContain('the server is about to stop');
    await closed;
  });

  test('waits for a settlement whose client has gone', async () => {
    let letGo!: () => void;
    api.facilitator.pause = new Promise((resolve) => (letGo = resolve));
    const controller = new AbortController();
    const header = api.payment('service_eol_product', '/v1/eol/nodejs');
    const gone = fetch(`${api.url}/v1/eol/nodejs`, {
      headers: { 'PAYMENT-SIGNATURE': header },
      signal: controller.signal,
    }).catch(() => undefined);
    await until(async () => api.facilitator.settleRequests.length === 1);
    controller.abort();
    await gone;

    let isClosed = false;
    const closed = api.close().then(() => (isClosed = true));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isClosed).toBe(false);
    letGo();
    await closed;
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './read-config';
import { startApi, type ApiOverrides, type RunningApi } from './start-api';

let dataDir: string;
let answer: () => void;
let answered: Promise<readonly []>;
let started: RunningApi[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stackcheck-end-'));
  answered = new Promise((resolve) => (answer = () => resolve([])));
  started = [];
});
afterEach(async () => {
  answer();
  for (const api of started) await api.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const config = () =>
  readConfig({
    PAYMENTS_MODE: 'self',
    NETWORK: 'eip155:84532',
    PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    GAS_KEY: `0x${'5e'.repeat(32)}`,
    // Nobody is there: the API begins with payments paused.
    RPC_URL: 'http://127.0.0.1:1',
    LOG_LEVEL: 'silent',
    PUBLIC_BASE_URL: 'http://127.0.0.1:8402',
    DATA_DIR: dataDir,
    PORT: '0',
    EVENT_LOOP_LAG_MAX_MS: '0',
  });

async function start(overrides: ApiOverrides = {}): Promise<RunningApi> {
  const common = { ballastBytes: 4_096, scriptsFolder: join(dataDir, 'no-scripts') };
  const api = await startApi(config(), { ...common, ...overrides });
  started.push(api);
  return api;
}

it.each([{}, { hostId: 'another host' }])(
  'a process of the same ledger (%j) begins when the gas wallet of the one before it has ended its work',
  async (next) => {
    const api = await start({
      wrapSelf: ({ book, node }) => ({ node, book: Object.assign(book, { unfinished: () => answered }) }),
    });
    let isClosed = false;
    const closing = api.close().then(() => (isClosed = true));

    await ended(api.url);
    await expect(start(next)).rejects.toThrow(/takes payments with this payments.db/);
    expect(isClosed).toBe(false);
    answer();
    await closing;
    await start(next);
  },
);

/** Resolves when nobody listens any more, and what need not wait for anybody has been done since. */
async function ended(url: string): Promise<void> {
  while (
    await fetch(`${url}/livez`).then(
      () => true,
      () => false,
    )
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
}

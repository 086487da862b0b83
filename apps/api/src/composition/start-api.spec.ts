import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FixedClock } from '@stackcheck/contract/testing';
import { openMoveSource } from '@stackcheck/store-sqlite/payments';
import type { ApiConfig } from '../config/config';
import { openPaymentStore } from './payment-store';
import { readConfig } from './read-config';
import { reconcileCommand } from './reconcile-command';
import { startApi } from './start-api';

let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'stackcheck-start-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const config = (env: Readonly<Record<string, string>> = {}): ApiConfig =>
  readConfig({
    PAYMENTS_MODE: 'sandbox',
    LOG_LEVEL: 'silent',
    PUBLIC_BASE_URL: 'http://127.0.0.1:8402',
    DATA_DIR: dataDir,
    PORT: '0',
    EVENT_LOOP_LAG_MAX_MS: '0',
    ...env,
  });
/** What is bundled for pages is no input of these tests. */
const overrides = () => ({ reservedBytes: 4_096, scriptsFolder: join(dataDir, 'no-scripts') });
/** SQLite removes the log when the last connection is closed. */
const isLedgerClosed = (): boolean => !existsSync(join(dataDir, 'payments.db-wal'));

describe('a start that fails', () => {
  let other: Server;
  let port: string;
  beforeEach(async () => {
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    port = String((other.address() as AddressInfo).port);
  });
  afterEach(() => new Promise((resolve) => other.close(resolve)));

  it.each(['PORT', 'METRICS_PORT'])(
    'because %s is taken gives the ledger back to other hosts at once',
    async (name) => {
      await expect(startApi(config({ [name]: port }), overrides())).rejects.toMatchObject({
        code: 'EADDRINUSE',
      });

      expect(isLedgerClosed()).toBe(true);
      const api = await startApi(config(), { ...overrides(), hostId: 'another host' });
      await api.close();
    },
  );

  it('because the ledger was moved says where to', async () => {
    const now = (): number => 1_790_000_000_000;
    await (await openPaymentStore(config()))!.close();
    const source = await openMoveSource(join(dataDir, 'payments.db'), now);
    await source.hold();
    await source.markMoved('PostgreSQL at db1/ledger');
    await source.close();
    const printed: string[] = [];
    const print = (line: string): void => void printed.push(line);

    await expect(startApi(config(), overrides())).rejects.toThrow(
      'this payments.db was moved to PostgreSQL at db1/ledger by `payments migrate`: set LEDGER_URL to it',
    );

    const code = await reconcileCommand(config(), { dryRun: false, print, clock: new FixedClock(now()) });
    expect([code, printed]).toEqual([1, [expect.stringContaining('moved to PostgreSQL at db1/ledger, where')]]);
  });

  it('because a key cannot be read leaves no ledger open', async () => {
    mkdirSync(join(dataDir, 'keys'), { mode: 0o700 });
    writeFileSync(join(dataDir, 'keys', 'watch-keys.json'), 'no keys', { mode: 0o600 });

    await expect(startApi(config(), overrides())).rejects.toThrow('the watch keys are not JSON');

    expect(isLedgerClosed()).toBe(true);
  });
});

import { startBalancer } from '@stackcheck/cluster';
import { createV2Buyer } from '@stackcheck/demo';
import { generateKeyPem } from '@stackcheck/signing';
import { postgresPrograms, sharedLedger, startPostgres, type PostgresServer } from '@stackcheck/store-postgres/testing';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { appsAreBuilt, freePort, runApp, startApp, untilLive, type RunningApp } from './processes/built-app';
import { clockOff } from './processes/other-clock';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

const there = process.env['CAMPAIGN'] === 'full' && appsAreBuilt() && postgresPrograms() !== undefined;
const NODES = [0, 1, 2];

/** A balancer as simple as they come: it looks once a second, and offers a connection to one node alone. */
const PLAIN = { lookEveryMs: 1_000, tries: 1 };

(there ? describe : describe.skip)(
  'instances behind a plain balancer (with CAMPAIGN=full; needs a PostgreSQL, and `npm run build`)',
  () => {
    const scratch = new Scratch();
    let database: PostgresServer;
    let ports: readonly number[];
    let folders: readonly string[];
    let env: Readonly<Record<string, string>>;
    let url: string;

    beforeEach(async () => {
      database = await startPostgres();
      scratch.keep({ close: () => database.stop() });
      ports = await Promise.all(NODES.map(freePort));
      folders = NODES.map(() => scratch.folder());
      const front = await freePort();
      url = `http://127.0.0.1:${front}`;
      const shared = sharedLedger(database.url(), generateKeyPem());
      env = {
        ...shared,
        PUBLIC_BASE_URL: url,
        PAYMENTS_MODE: 'sandbox',
        LOG_LEVEL: 'warn',
        EVENT_LOOP_LAG_MAX_MS: '0',
      };
      for (const DATA_DIR of folders) await runApp('ingest', ['--starter', 'eol'], { DATA_DIR, LOG_LEVEL: 'warn' });
      scratch.keep(await startBalancer(front, ports, PLAIN));
    });
    afterEach(() => scratch.clear());

    const own = (node: number): string => `http://127.0.0.1:${ports[node]}`;
    const start = async (node: number, more: Readonly<Record<string, string>> = {}): Promise<RunningApp> => {
      const app = startApp('api', [], { ...env, DATA_DIR: folders[node]!, PORT: String(ports[node]), ...more });
      scratch.keep(app);
      await untilLive(app, own(node));
      return app;
    };
    const isReady = async (node: number): Promise<boolean> => (await fetch(`${own(node)}/readyz`)).status === 200;
    /** The balancer has seen one that is. */
    const isServed = async (): Promise<boolean> => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;

    it('are restarted one after the other, and no call of the official client fails', async () => {
      const nodes = await Promise.all(NODES.map((node) => start(node)));
      await until(isServed);
      const buyers = startBuyers(url);
      scratch.keep({ close: () => buyers.stop() });
      await buyers.more(20);
      for (const [node, app] of nodes.entries()) {
        app.signal('SIGTERM');
        expect(await app.ended).toBe(0);
        await start(node);
        await until(() => isReady(node));
        await buyers.more(20);
      }
      const { sold, failures } = await buyers.stop();

      expect(failures).toEqual([]);
      expect(await database.run('SELECT state, count(*)::int FROM payment GROUP BY state')).toEqual([
        { state: 'settled', count: sold },
      ]);
    });

    it('leave out one whose clock is wrong, which says so', async () => {
      await start(0);
      const wrong = await start(1, clockOff(scratch.folder(), 1));
      const { pause_reasons } = (await (await fetch(`${own(1)}/health`)).json()) as { pause_reasons: string[] };

      expect(pause_reasons).toEqual(['clock']);
      await until(isServed);
      expect(wrong.output()).toMatch(/"event":"pause".*the clock is 36\d\d\.\d s ahead of the database/);
      const buyers = startBuyers(url);
      scratch.keep({ close: () => buyers.stop() });
      await buyers.more(10);
      expect((await buyers.stop()).failures).toEqual([]);
    });
  },
);

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** The official client of some buyers, as it comes: nothing is sent twice. */
function startBuyers(url: string) {
  const failures: string[] = [];
  let sold = 0;
  let isOver = false;
  const lanes = [0, 1, 2, 3].map(async (lane) => {
    const buy = createV2Buyer(privateKeyToAccount(generatePrivateKey()), { network: 'eip155:84532' });
    // Half of them over connections that are kept.
    const init = lane % 2 === 0 ? {} : { headers: { Connection: 'close' } };
    while (!isOver) {
      const answer = await buy(`${url}/v1/eol/nodejs`, init).catch((error: Error) => String(error.cause ?? error));
      if (typeof answer === 'object' && answer.status === 200) sold++;
      else failures.push(typeof answer === 'object' ? `${answer.status} ${JSON.stringify(answer)}` : answer);
    }
  });
  return {
    /** Resolves when so many more calls are answered. */
    async more(count: number): Promise<void> {
      for (const enough = sold + failures.length + count; sold + failures.length < enough;)
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
    async stop() {
      isOver = true;
      await Promise.all(lanes);
      return { sold, failures };
    },
  };
}

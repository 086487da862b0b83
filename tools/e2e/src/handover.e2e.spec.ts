import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { ChildProcess } from 'node:child_process';
import { createV2Buyer } from '@stackcheck/demo';
import { generateKeyPem } from '@stackcheck/signing';
import { postgresPrograms, sharedLedger, startPostgres } from '@stackcheck/store-postgres/testing';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { appsAreBuilt, commandOf, runApp } from './processes/built-app';
import { keepSocket, type KeptSocket } from './processes/listening-socket';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

const HANDOVERS = 2;
const there = process.env['CAMPAIGN'] === 'full' && appsAreBuilt();

(there ? describe : describe.skip)('a restart with a kept socket (needs CAMPAIGN=full and `npm run build`)', () => {
  const scratch = new Scratch();
  let socket: KeptSocket;
  const children: ChildProcess[] = [];
  beforeAll(() => {
    socket = keepSocket();
  });
  afterAll(async () => {
    for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    socket.close();
    await scratch.clear();
  });

  it.each(postgresPrograms() === undefined ? ['1'] : ['1', '2'])(
    'fails no call of those that buy and look meanwhile, WORKERS=%s',
    async (workers) => {
      const env = {
        DATA_DIR: scratch.folder(),
        PAYMENTS_MODE: 'sandbox',
        LOG_LEVEL: 'warn',
        PUBLIC_BASE_URL: socket.url,
      };
      const database = workers === '1' ? undefined : await startPostgres();
      if (database) scratch.keep({ close: () => database.stop() });
      const over = database ? sharedLedger(database.url(), generateKeyPem()) : {};
      expect((await runApp('ingest', ['--starter', 'eol'], { DATA_DIR: env.DATA_DIR, LOG_LEVEL: 'warn' })).code).toBe(
        0,
      );
      let said = '';
      const start = (): ChildProcess => {
        const child = socket.start(commandOf('api'), { ...env, ...over, WORKERS: workers, EVENT_LOOP_LAG_MAX_MS: '0' });
        for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (piece) => (said += String(piece)));
        children.push(child);
        return child;
      };
      // All of its processes do when it says so.
      const listens = async (times: number): Promise<void> => {
        while (said.split('First call:').length <= times) await new Promise((resolve) => setTimeout(resolve, 20));
      };
      let running = start();
      // The first one makes it listen, which systemd does before.
      await listens(1);
      const load = startLoad(socket.url);
      scratch.keep({ close: async () => void (await load.stop()) });

      await load.more(20);
      for (let handover = 0; handover < HANDOVERS; handover++) {
        const before = running;
        before.kill('SIGTERM');
        const [code] = (await once(before, 'close')) as [number | null];
        expect([code, said.includes('drain_timeout')]).toEqual([0, false]);
        running = start();
        await listens(handover + 2);
        await load.more(40);
      }

      const { failures } = await load.stop();

      expect(failures).toEqual([]);
      running.kill('SIGTERM');
      expect(((await once(running, 'close')) as unknown[])[0]).toBe(0);
    },
  );
});

/** Buyers and readers that go on until they are stopped, over connections that are kept and over new ones. */
function startLoad(url: string) {
  const failures: string[] = [];
  let calls = 0;
  let isOver = false;
  const buy = createV2Buyer(privateKeyToAccount(generatePrivateKey()), { network: 'eip155:84532' });
  const kept = new Agent({ keepAlive: true, maxSockets: 4 });
  const look = (agent: Agent | false): Promise<number> =>
    new Promise((resolve, reject) => {
      request(`${url}/v1/eol/manifest`, { agent }, (response) => {
        response
          .resume()
          .once('end', () => resolve(response.statusCode ?? 0))
          .once('error', reject);
      })
        .once('error', reject)
        .end();
    });
  const kinds = [async () => (await buy(`${url}/v1/eol/nodejs`)).status, () => look(kept), () => look(false)] as const;
  const lanes = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2].map(async (kind) => {
    while (!isOver) {
      const status = await kinds[kind]!().catch((error: unknown) => String((error as Error).cause ?? error));
      calls++;
      if (status !== 200) failures.push(`${['buy', 'kept', 'new'][kind]}: ${status}`);
    }
  });
  return {
    /** Resolves when so many further calls have been answered. */
    async more(count: number): Promise<void> {
      for (const until = calls + count; calls < until;) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    async stop() {
      isOver = true;
      await Promise.all(lanes);
      kept.destroy();
      return { failures };
    },
  };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createV2Buyer } from '@stackcheck/demo';
import { postgresPrograms } from '@stackcheck/store-postgres/testing';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { appsAreBuilt, freePort, startProgram, type RunningApp } from './processes/built-app';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

jest.setTimeout(150_000);

const PROGRAM = join(ROOT, 'tools', 'cluster', 'dist', 'main.js');
/** Nine processes take their time to start. */
const isAsked = process.env['CAMPAIGN'] === 'full';
const there = isAsked && appsAreBuilt() && existsSync(PROGRAM) && postgresPrograms() !== undefined;

/** Nothing is fetched from outside: the starter data are sold. */
const OFFLINE = Object.fromEntries(
  ['EOL', 'KEV', 'EPSS', 'OSV', 'MODELS', 'SANCTIONS'].map((name) => [`${name}_UPSTREAM_URL`, 'http://127.0.0.1:9/']),
);

(there ? describe : describe.skip)(
  'npm run cluster (with CAMPAIGN=full; needs a PostgreSQL, and `npm run build`)',
  () => {
    const scratch = new Scratch();
    let cluster: RunningApp;
    let port: number;

    beforeAll(async () => {
      port = await freePort();
      // These tests share their processors with others.
      const env = { ...OFFLINE, PORT: String(port), EVENT_LOOP_LAG_MAX_MS: '0' };
      cluster = startProgram([process.execPath, PROGRAM], env);
      scratch.keep(cluster);
      await until(() => /End +Ctrl-C/.test(cluster.output()));
    });
    afterAll(() => scratch.clear());

    async function until(holds: () => boolean): Promise<void> {
      let over: number | NodeJS.Signals | undefined;
      void cluster.ended.then((code) => (over = code));
      while (!holds()) {
        if (over !== undefined) throw new Error(`it ended with ${over}\n${cluster.output()}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    const buy = createV2Buyer(privateKeyToAccount(generatePrivateKey()));
    const statuses = async (calls: number): Promise<readonly number[]> => {
      const found: number[] = [];
      for (let call = 0; call < calls; call++) found.push((await buy(`http://127.0.0.1:${port}/v1/eol/nodejs`)).status);
      return found;
    };
    const pidsOf = (what: string): readonly number[] =>
      [...cluster.output().matchAll(new RegExp(`${what}.* pid (\\d+)`, 'g'))].map((match) => Number(match[1]));

    it('sells through its balancer, also when a node is killed, and ends with all that it started', async () => {
      expect(await statuses(3)).toEqual([200, 200, 200]);
      const [first, ...others] = pidsOf('  Node \\d');
      process.kill(first!, 'SIGKILL');
      await until(() => cluster.output().includes('node 1 ended with SIGKILL and is started again'));
      expect(await statuses(4)).toEqual([200, 200, 200, 200]);
      await until(() => cluster.output().includes('node 1 runs again'));

      const pids = [...others, ...pidsOf('node 1 runs again'), ...pidsOf('  PostgreSQL'), ...pidsOf('  Publisher')];
      const folder = /Logs +(\S+)\/logs/.exec(cluster.output())![1]!;
      cluster.signal('SIGINT');

      expect(await cluster.ended).toBe(0);
      expect(pids).toHaveLength(5);
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      expect(existsSync(folder)).toBe(false);
    });
  },
);

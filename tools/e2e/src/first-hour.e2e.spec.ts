import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSmallUpstream } from '@stackcheck/ingest/testing';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { anvilAvailable } from './chain/anvil';
import { startTestChain } from './chain/test-chain';
import { runIn } from './discovery/run-program';
import { codeBlocks } from './documents/code-blocks';
import { startTestFacilitator } from './facilitator/test-facilitator';
import { appsAreBuilt, freePort } from './processes/built-app';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

// Every command of the page is a program that is started.
jest.setTimeout(300_000);

const PAGE = 'docs/first-hour.md';

/** Half a minute of programs: a part of the campaigns. */
const isFull = process.env['CAMPAIGN'] === 'full';
const canRun = isFull && anvilAvailable() && appsAreBuilt();

(canRun ? describe : describe.skip)(
  'the first hour (needs CAMPAIGN=full, `npm run build` and @foundry-rs/anvil-linux-amd64)',
  () => {
    const scratch = new Scratch();
    afterAll(() => scratch.clear());

    it.each(['facilitator', 'self'])(
      'sells an answer for a transfer on the chain, by the commands of its page alone: %s',
      async (mode) => {
        const chain = scratch.keep(await startTestChain());
        const facilitator = scratch.keep(await startTestFacilitator(chain));
        const upstream = scratch.keep(await startSmallUpstream());
        const [home, port, metricsPort] = [scratch.folder(), await freePort(), await freePort()];
        const buyer = generatePrivateKey();
        await chain.fund(privateKeyToAccount(buyer).address, 10_000n);
        const payTo = (await chain.newPayer()).address;
        writeFileSync(join(home, 'buyer.key'), buyer);
        // What the page leaves to its reader, after the settings that it shows.
        const own = {
          PORT: String(port),
          METRICS_PORT: String(metricsPort),
          ...(mode === 'self'
            ? { PAYMENTS_MODE: 'self', FACILITATOR_URL: '', GAS_KEY: await chain.newGasKey(), GAS_FEE_MAX_GWEI: '50' }
            : { FACILITATOR_URL: facilitator.url }),
          RPC_URL: chain.rpcUrl,
          PAY_TO: payTo,
          LOG_LEVEL: 'warn',
          EVENT_LOOP_LAG_MAX_MS: '0',
          ...upstream.env,
        };
        const settings = Object.entries(own).map(([name, value]) => `${name}='${value}'`);
        const [configure, ...others] = codeBlocks(PAGE, readFileSync(join(ROOT, PAGE), 'utf8'))
          .filter(({ words }) => words[0] === 'first-hour')
          .map(({ text }) => text.replaceAll(':8402', `:${port}`).replaceAll(':9464', `:${metricsPort}`));
        expect(others).toHaveLength(4);
        const addOwn = `mv ~/buyer.key ~/stackcheck/\ncat >> ~/stackcheck/settings <<'END'\n${settings.join('\n')}\nEND\n`;
        const script = [
          'set -eu',
          `trap 'kill "\${API-}" 2>/dev/null || true' EXIT`,
          configure,
          addOwn,
          ...others,
        ].join('\n');

        const { PATH = '' } = process.env;
        const env = { PATH, HOME: home, BASE_URL: `http://127.0.0.1:${port}` };
        const { code, stdout, stderr } = await runIn(ROOT, 'sh', ['-c', script], env);

        expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' });
        expect(await chain.transfers()).toMatchObject([{ to: payTo, value: '1000' }]);
        expect(stdout).toMatch(/stackcheck_sales_total\{route="service_eol_product",step="settled"\} 1/);
        expect(stdout).toMatch(/service_eol_product .*0\.001/);
        expect(stdout).toMatch(/^2$/m);
      },
    );
  },
);

import { anvilAvailable } from './chain/anvil';
import { FIRST_HOUR_MODES, walkFirstHour } from './first-hour/walk';
import { appsAreBuilt } from './processes/built-app';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

// Every command of the page is a program that is started.
jest.setTimeout(300_000);

/** Half a minute of programs: a part of the campaigns. */
const isFull = process.env['CAMPAIGN'] === 'full';
const canRun = isFull && anvilAvailable() && appsAreBuilt();

(canRun ? describe : describe.skip)(
  'the first hour (needs CAMPAIGN=full, `npm run build` and @foundry-rs/anvil-linux-amd64)',
  () => {
    const scratch = new Scratch();
    afterAll(() => scratch.clear());

    it.each(FIRST_HOUR_MODES)(
      'sells an answer for a transfer on the chain, by the commands of docs/first-hour.md alone: %s',
      async (mode) => {
        const { code, stdout, stderr, steps, transfers, payTo } = await walkFirstHour(ROOT, mode, scratch);

        expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' });
        expect(transfers).toMatchObject([{ to: payTo, value: '1000' }]);
        expect(stdout).toMatch(/stackcheck_sales_total\{route="service_eol_product",step="settled"\} 1/);
        expect(stdout).toMatch(/service_eol_product .*0\.001/);
        expect(stdout).toMatch(/^2$/m);
        expect(steps.map(({ command }) => command)).toContain('npm run example -- first');
        expect(JSON.stringify(steps)).not.toMatch(/0x[0-9a-f]{64}|Bearer [0-9a-f]/);
      },
    );
  },
);

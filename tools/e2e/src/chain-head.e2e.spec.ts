import { appsAreBuilt } from './processes/built-app';
import { startHeadNode } from './processes/head-node';
import { startSelling } from './processes/selling-process';
import { startSlowFacilitator } from './processes/slow-facilitator';
import { publishSelection } from './service/publish-selection';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

const scratch = new Scratch();
afterEach(() => scratch.clear());

const now = (): number => Date.now() / 1_000;

(process.env['CAMPAIGN'] === 'full' && appsAreBuilt() ? describe : describe.skip)(
  'the built API and the newest block of RPC_URL (needs CAMPAIGN=full and `npm run build`)',
  () => {
    it.each<[string, () => () => number, { offer: number; bought: number; reasons: string[]; warnings: string[] }]>([
      [
        'stands still: sold on, and reported',
        () => {
          const stoodAt = now() - 90;
          return () => stoodAt;
        },
        { offer: 402, bought: 200, reasons: [], warnings: ['chain_head'] },
      ],
      [
        'moves on and is always 20 s old, so our clock is ahead: nothing is sold',
        () => () => now() - 20,
        { offer: 503, bought: 503, reasons: ['clock'], warnings: [] },
      ],
      ['is fresh: sold', () => now, { offer: 402, bought: 200, reasons: [], warnings: [] }],
    ])('%s', async (_name, head, expected) => {
      const dataDir = scratch.folder();
      await publishSelection(dataDir);
      const facilitator = scratch.keep(await startSlowFacilitator());
      const node = scratch.keep(await startHeadNode(head()));

      const { app, url, buy } = await startSelling({
        dataDir,
        facilitatorUrl: facilitator.url,
        // A start that meets an old head looks twice.
        liveWithinMs: 45_000,
        env: { RPC_URL: node.url },
      });
      scratch.keep(app);

      const health = (await (await fetch(`${url}/health`)).json()) as { pause_reasons: string[]; warnings: string[] };
      const [offer, bought] = [(await fetch(`${url}/v1/eol/nodejs`)).status, (await buy()).status];
      expect({ offer, bought, reasons: health.pause_reasons, warnings: health.warnings }).toEqual(expected);
      expect(facilitator.calls.settle).toBe(bought === 200 ? 1 : 0);
      expect(app.output().split('"reason":"chain_head"').length - 1).toBe(expected.warnings.length);
    });
  },
);

import { anvilAvailable } from './chain/anvil';
import { Choice } from './kill/choice';
import { killableIsBuilt } from './kill/killable-server';
import { runLane, type LaneOptions } from './kill/lane';
import { hasPostgres } from './kill-nodes/nodes-campaign';
import { servedDatabase } from './kill-nodes/served-database';

// Coming to rest may take two windows of a payment on a machine that is busy with other things.
jest.setTimeout(300_000);

/** `npm run kill` is for hundreds of them. */
const isAsked = process.env['CAMPAIGN'] === 'full';
const KILLS = 12;
/** A machine that is busy with other things kills less often. */
const ENOUGH_MS = 30_000;

const there = isAsked && anvilAvailable() && killableIsBuilt();

(there ? describe : describe.skip)(
  'killing the real server (needs CAMPAIGN=full, @foundry-rs/anvil-linux-amd64 and `npm run build`)',
  () => {
    const choice = new Choice(Date.now());
    const workers: LaneOptions['workers'] = { count: 2, open: (scratch) => servedDatabase(scratch, choice) };
    const manners: readonly (readonly [string, number, Pick<LaneOptions, 'mode' | 'workers'>])[] = [
      ['', KILLS, {}],
      [' while it settles by itself on a chain that is reorganised', 4, { mode: 'self' }] as const,
      ...(hasPostgres() ? [[', it or one of its two workers,', 2, { workers }] as const] : []),
    ];
    it.each(manners)(
      `up to ${KILLS} times%s leaves every paid answer there and nobody charged twice`,
      async (_what, kills, manner) => {
        const report = await runLane({ by: 'kill', kills, ...manner, enoughMs: ENOUGH_MS, choice, evidence: true });

        expect(report.faults).toEqual([]);
        expect(report.kills).toBeGreaterThan(0);
        expect(report.transfers).toBeGreaterThan(0);
        expect(report.reorganisations > 0).toBe(manner.mode === 'self');
        expect(report.answers).toBeGreaterThanOrEqual(report.transfers);
      },
    );
  },
);

import { anvilAvailable } from './chain/anvil';
import { Choice } from './kill/choice';
import { killableIsBuilt } from './kill/killable-server';
import type { PayMode } from './kill/kill-harness';
import { runLane } from './kill/lane';

// Coming to rest may take two windows of a payment on a machine that is busy with other things.
jest.setTimeout(300_000);

/** `npm run kill` is for hundreds of them. */
const FULL = process.env['CAMPAIGN'] === 'full';
const KILLS = FULL ? 12 : 2;
/** A machine that is busy with other things kills less often. */
const ENOUGH_MS = FULL ? 30_000 : 15_000;

const there = anvilAvailable() && killableIsBuilt();

(there ? describe : describe.skip)(
  'killing the real server (needs @foundry-rs/anvil-linux-amd64 and `npm run build`)',
  () => {
    const manners: readonly (readonly [string, number, PayMode])[] = [
      ['', KILLS, 'facilitator'],
      ...(FULL ? [[' while it settles by itself on a chain that is reorganised', 4, 'self'] as const] : []),
    ];
    it.each(manners)(
      `up to ${KILLS} times%s leaves every paid answer there and nobody charged twice`,
      async (_what, kills, mode) => {
        const choice = new Choice(Date.now());
        const report = await runLane({ by: 'kill', kills, mode, enoughMs: ENOUGH_MS, choice, evidence: true });

        expect(report.faults).toEqual([]);
        expect(report.kills).toBeGreaterThan(0);
        expect(report.transfers).toBeGreaterThan(0);
        expect(report.reorganisations > 0).toBe(mode === 'self');
        expect(report.answers).toBeGreaterThanOrEqual(report.transfers);
      },
    );
  },
);

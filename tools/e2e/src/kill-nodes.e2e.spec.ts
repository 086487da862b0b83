import { anvilAvailable } from './chain/anvil';
import { Choice } from './kill/choice';
import { killableIsBuilt } from './kill/killable-server';
import { hasPostgres, runNodesCampaign } from './kill-nodes/nodes-campaign';

// Coming to rest may take two windows of a payment on a machine that is busy with other things.
jest.setTimeout(600_000);

/** `npm run kill -- --nodes 3` is for hundreds of them. */
const isAsked = process.env['CAMPAIGN'] === 'full';
const there = isAsked && anvilAvailable() && killableIsBuilt() && hasPostgres();
/** A machine that is busy with other things does less of it. */
const SIZES = { kills: 20, freezes: 4, freezeMs: 6_000, databaseKills: 4, cuts: 20, enoughMs: 40_000 };

(there ? describe : describe.skip)(
  'nodes that are killed, frozen and cut off (with CAMPAIGN=full; needs PostgreSQL, @foundry-rs/anvil-linux-amd64 and `npm run build`)',
  () => {
    it('charge nobody twice, lose no paid answer, and sell nothing without their ledger', async () => {
      const choice = new Choice(Date.now());
      const report = await runNodesCampaign({ ...SIZES, nodes: 3, choice, evidence: true });

      expect(report.faults).toEqual([]);
      for (const what of ['kills', 'freezes', 'database kills', 'cuts'] as const)
        expect(report.tallies[what].total).toBeGreaterThan(0);
      expect(report.transfers).toBeGreaterThan(0);
      expect(report.answers).toBeGreaterThanOrEqual(report.transfers);
    });
  },
);

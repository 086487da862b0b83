import { anvilAvailable } from './chain/anvil';
import { Choice } from './kill/choice';
import { killableIsBuilt } from './kill/killable-server';
import { hasStandbys, runFailovers } from './kill-nodes/failover-campaign';
import { runLostTail } from './kill-nodes/lost-tail';
import { hasPostgres, runNodesCampaign } from './kill-nodes/nodes-campaign';

// Coming to rest may take two windows of a payment on a machine that is busy with other things.
jest.setTimeout(600_000);

/** `npm run kill -- --nodes 3` is for hundreds of them. */
const isAsked = process.env['CAMPAIGN'] === 'full';
const canKill = isAsked && anvilAvailable() && killableIsBuilt();
const there = canKill && hasPostgres();
const followed = canKill && hasStandbys();
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

(followed ? describe : describe.skip)(
  'a standby that takes over (with CAMPAIGN=full; needs pg_basebackup, @foundry-rs/anvil-linux-amd64 and `npm run build`)',
  () => {
    it('has every acknowledged write, where it is a synchronous one', async () => {
      const choice = new Choice(Date.now());
      const report = await runFailovers({ nodes: 2, failovers: 1, choice });

      expect([report.lost, report.faults]).toEqual([0, []]);
      expect(report.acknowledged).toBeGreaterThan(0);
      expect(report.transfers).toBeGreaterThan(0);
    });

    it('stops all nodes where it lacks some, until an operator has looked', async () => {
      const report = await runLostTail(2, new Choice(Date.now()));

      expect(report).toMatchObject({ soldStopped: 0, faults: [] });
      expect(report.lost).toBeGreaterThan(0);
      expect(report.stopped).toMatch(/^node \S+ misses events it had written$/);
      expect(report.soldAfterwards).toBeGreaterThan(0);
    });
  },
);

import { join } from 'node:path';
import { anvilAvailable } from './chain/anvil';
import { Choice } from './kill/choice';
import { killableIsBuilt } from './kill/killable-server';
import { hasStandbys } from './kill-nodes/failover-campaign';
import { hasPostgres, runNodesCampaign } from './kill-nodes/nodes-campaign';
import { startProgram } from './processes/built-app';
import { descendantsOf, stateOf } from './processes/process-states';
import { ROOT } from './service/repository';

// Coming to rest may take two windows of a payment on a machine that is busy with other things.
jest.setTimeout(600_000);

/** `npm run kill -- --nodes 3` is for hundreds of them. */
const isAsked = process.env['CAMPAIGN'] === 'full';
const PROGRAM = join(ROOT, 'tools', 'e2e', 'dist', 'kill', 'main.js');
const canKill = isAsked && anvilAvailable() && killableIsBuilt();
const there = canKill && hasPostgres();
const followed = canKill && hasStandbys();
/** A machine that is busy with other things does less of it. */
const SIZES = { kills: 20, freezes: 4, freezeMs: 6_000, databaseKills: 4, cuts: 20, buyers: 5, enoughMs: 60_000 };

(there ? describe : describe.skip)(
  'nodes that are killed, frozen and cut off (with CAMPAIGN=full; needs PostgreSQL, @foundry-rs/anvil-linux-amd64 and `npm run build`)',
  () => {
    it('charge nobody twice, lose no paid answer, and sell nothing without their ledger', async () => {
      const choice = new Choice(Date.now());
      const report = await runNodesCampaign({ ...SIZES, nodes: 3, choice, evidence: true });

      expect(report.faults).toEqual([]);
      for (const what of ['kills', 'freezes', 'database kills', 'cuts'] as const)
        expect(report.counters[what].total).toBeGreaterThan(0);
      expect(report.transfers).toBeGreaterThan(0);
      expect(report.answers).toBeGreaterThanOrEqual(report.transfers);
    });

    it('end with their campaign when it is killed, also a frozen one and PostgreSQL', async () => {
      const sizes = [
        '--kills',
        '0',
        '--freezes',
        '1',
        '--freeze-seconds',
        '600',
        '--database-kills',
        '0',
        '--cuts',
        '0',
      ];
      const campaign = startProgram([process.execPath, PROGRAM, '--nodes', '2', ...sizes], {});
      const isStopped = (pid: number): boolean => stateOf(pid) === 'T';
      let started: readonly number[] = [];
      try {
        await until(() => descendantsOf(campaign.pid).some(isStopped));
        started = descendantsOf(campaign.pid);
      } finally {
        await campaign.close();
      }

      expect(started.length).toBeGreaterThan(4);
      await until(() => started.every((pid) => stateOf(pid) === undefined));
    });
  },
);

(followed ? describe : describe.skip)(
  'a standby that takes over (with CAMPAIGN=full; needs pg_basebackup, @foundry-rs/anvil-linux-amd64 and `npm run build`)',
  () => {
    it('has every acknowledged write, where it is a synchronous one; all nodes stop where it lacks some', async () => {
      const failover = startProgram([process.execPath, PROGRAM, '--failover', '1', '--nodes', '2'], {});
      try {
        expect([await failover.ended, failover.output()]).toEqual([0, expect.stringMatching(/^0 faults$/m)]);
        expect(failover.output()).toMatch(/, 0 of [1-9]\d* acknowledged writes lost, /);
        expect(failover.output()).toMatch(/lacked [1-9]\d* payments: "node \S+ misses events/);
      } finally {
        await failover.close();
      }
    });
  },
);

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 50));
}

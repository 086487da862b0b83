import { anvilAvailable } from './chain/anvil';
import { Choice } from './kill/choice';
import { killableIsBuilt } from './kill/killable-server';
import { runLane } from './kill/lane';

jest.setTimeout(120_000);

const KILLS = 25;

const there = anvilAvailable() && killableIsBuilt();

(there ? describe : describe.skip)(
  'killing the real server (needs @foundry-rs/anvil-linux-amd64 and `npm run build`)',
  () => {
    it(`${KILLS} times leaves every paid answer there and nobody charged twice`, async () => {
      const report = await runLane({ by: 'kill', kills: KILLS, choice: new Choice(Date.now()), evidence: true });

      expect(report.faults).toEqual([]);
      expect(report.kills).toBe(KILLS);
      expect(report.transfers).toBeGreaterThan(0);
      expect(report.answers).toBeGreaterThanOrEqual(report.transfers);
    });
  },
);

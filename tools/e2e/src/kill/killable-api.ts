import { readConfig, runApi } from '@stackcheck/api';
import { Fuse } from './fail-points';
import { fusedFacilitator, fusedLedger, fuseResponses } from './fused-parts';

/**
 * The real server, to be killed by itself: `killable-api.js <point> <passage>`. It loads everything and waits for a line on
 * its standard input before it starts, so that a restart costs no more than the start itself.
 */
async function main([point = 'none', passage = '1']: readonly string[]): Promise<void> {
  const fuse = new Fuse(point, Number(passage), () => process.kill(process.pid, 'SIGKILL'));
  const config = readConfig(process.env);
  fuseResponses(fuse);
  await new Promise<void>((resolve) => process.stdin.once('data', () => resolve()));
  process.stdin.unref();
  const url = await runApi(config, {
    wrapLedger: (ledger) => fusedLedger(ledger, fuse),
    wrapFacilitator: (facilitator) => fusedFacilitator(facilitator, fuse),
  });
  process.stdout.write(`listening ${url}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});

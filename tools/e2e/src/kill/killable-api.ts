import cluster from 'node:cluster';
import { readConfig, runApi } from '@stackcheck/api';
import { Fuse } from './fail-points';
import { fusedFacilitator, fusedLedger, fusedSelf, fuseResponses } from './fused-parts';

/**
 * The real server, to be killed by itself: `killable-api.js <point> <passage>`. It loads everything and waits for a line on
 * its standard input before it starts, so that a restart costs no more than the start itself. With WORKERS, each of the workers that
 * are started first is killed by itself, and one that follows it is not; `whole` ends the process that started them, too.
 */
async function main([point = 'none', passage = '1', extent = 'self']: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  const starter = process.ppid;
  const isReplacement = (cluster.worker?.id ?? 0) > config.workers;
  const fuse = new Fuse(isReplacement ? 'none' : point, Number(passage), () => {
    if (extent === 'whole' && process.ppid === starter) process.kill(starter, 'SIGKILL');
    process.kill(process.pid, 'SIGKILL');
  });
  fuseResponses(fuse);
  if (cluster.isPrimary) {
    await new Promise<void>((resolve) => process.stdin.once('data', () => resolve()));
    process.stdin.unref();
  }
  const url = await runApi(config, {
    wrapLedger: (ledger) => fusedLedger(ledger, fuse),
    wrapFacilitator: (facilitator) => fusedFacilitator(facilitator, fuse),
    wrapSelf: (parts) => fusedSelf(parts, fuse),
  });
  if (cluster.isPrimary) process.stdout.write(`listening ${url}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildServer } from '../measure/child-server';
import { familyCpuMs } from '../measure/family-time';
import { withFollower } from '../measure/follower';
import { figure, type Row } from '../report/table';

/**
 * Until V8 has gone through what a process made before, which takes a tenth of a second once, some fifteen seconds after its last work.
 */
const SETTLED_MS = 45_000;
/** Four looks of a follower, and sixty beats. */
const IDLE_MS = 60_000;

/**
 * What nodes take while nobody buys, as a share of a core: each with what its process does by itself, its follower, and what PostgreSQL does for
 * each. Beats are what a node takes more than a server over SQLite, whose event loop is sampled as often: on some machines waking up takes
 * nearly all of the time of both.
 * @param dataDir with snapshots that a follower takes up
 * @param databasePid the first process of PostgreSQL
 */
export async function idleCosts(
  dataDir: string,
  nodes: readonly ChildServer[],
  file: ChildServer,
  databasePid: number,
): Promise<readonly Row[]> {
  return withFollower(dataDir, async (followerPid) => {
    const times = (): readonly number[] => [
      nodes.reduce((sum, node) => sum + (node.cpuMs() ?? NaN), 0) / nodes.length,
      file.cpuMs() ?? NaN,
      familyCpuMs(followerPid),
      familyCpuMs(databasePid) / nodes.length,
    ];
    await sleep(SETTLED_MS);
    const before = times();
    const startedAt = performance.now();
    await sleep(IDLE_MS);
    const tookMs = performance.now() - startedAt;
    const shares = times().map((after, n) => ((after - before[n]!) * 100) / tookMs);
    const [node, overFile, follower, database] = shares as [number, number, number, number];
    return [
      share('idle, a node and its follower', node + follower),
      share('idle, of it the follower', follower),
      share('idle, a server over SQLite', overFile),
      share('idle, beats and follower', Math.max(0, node - overFile) + follower),
      share('idle, PostgreSQL for each node', database),
    ];
  });
}

function share(what: string, percent: number): Row {
  return { what, value: `${figure(percent)} % of a core`, ratio: '', measured: { unit: '%', values: [percent] } };
}

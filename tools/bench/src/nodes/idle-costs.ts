import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildServer } from '../measure/child-server';
import { familyCpuMs } from '../measure/family-time';
import { withFollower } from '../measure/follower';
import { median } from '../measure/rounds';
import { figure, type Row } from '../report/table';

/** A look of a follower at least, and twenty beats. */
const ROUND_MS = 20_000;
const ROUNDS = 5;
/** Half a minute to a minute after its last work V8 goes through what a process made, for up to half a second, once. */
const SETTLED_MS = 60_000;

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
    await sleep(SETTLED_MS);
    const times = (): Times => ({
      node: nodes.reduce((sum, node) => sum + (node.cpuMs() ?? NaN), 0) / nodes.length,
      overFile: file.cpuMs() ?? NaN,
      follower: familyCpuMs(followerPid),
      database: familyCpuMs(databasePid) / nodes.length,
    });
    const rounds: Times[] = [];
    while (rounds.length < ROUNDS) rounds.push(await sharesOf(ROUND_MS, times));
    const row = (what: string, of: (round: Times) => number): Row => share(`idle, ${what}`, rounds.map(of));
    return [
      row('a node and its follower', ({ node, follower }) => node + follower),
      row('of it the follower', ({ follower }) => follower),
      row('a server over SQLite', ({ overFile }) => overFile),
      row('beats and follower', ({ node, overFile, follower }) => Math.max(0, node - overFile) + follower),
      row('PostgreSQL for each node', ({ database }) => database),
    ];
  });
}

type Times = Readonly<Record<'node' | 'overFile' | 'follower' | 'database', number>>;

/** What grows by so many milliseconds of processor time meanwhile, in percent of a core. */
async function sharesOf(meanwhileMs: number, times: () => Times): Promise<Times> {
  const before = times();
  const startedAt = performance.now();
  await sleep(meanwhileMs);
  const tookMs = performance.now() - startedAt;
  const after = times();
  const share = (of: keyof Times): number => ((after[of] - before[of]) * 100) / tookMs;
  return { node: share('node'), overFile: share('overFile'), follower: share('follower'), database: share('database') };
}

function share(what: string, percents: readonly number[]): Row {
  const range = `${figure(Math.min(...percents))} to ${figure(Math.max(...percents))}`;
  const value = `${figure(median(percents))} % of a core (${range})`;
  return { what, value, ratio: '', measured: { unit: '%', values: percents } };
}

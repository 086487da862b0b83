import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { basename, join } from 'node:path';

/** How a cluster is made. */
export interface ClusterOptions {
  /** The folder of PostgreSQL's programs. */
  readonly programs: string;
  /** Whether it outlives its server: it gets an identity of its own then. */
  readonly isKept: boolean;
  /** As whom, and in the folder that is to hold it. */
  readonly launch: SpawnSyncOptions & { readonly cwd: string };
}

/** Clusters of 40 MB as archives, by the folder of their programs. */
type KeptClusters = Map<string, Buffer>;

const ARCHIVE_BYTES_MAX = 256 * 1024 * 1024;

/**
 * Makes an empty cluster. In tests a temporary one is made once in a process and unpacked as often as it is wanted: `initdb` takes a second
 * of processor time, `tar` a tenth of that.
 * @throws Error when a program fails
 */
export function makeCluster(data: string, { programs, isKept, launch }: ClusterOptions): void {
  const clusters = isKept ? undefined : keptClusters();
  const archive = clusters?.get(programs);
  if (archive) return void run('tar', ['-xf', '-'], { ...launch, input: archive });
  const how = ['-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  run(join(programs, 'initdb'), ['-D', data, ...how], launch);
  clusters?.set(programs, run('tar', ['-cf', '-', basename(data)], launch));
}

/** Those of all test files of a process; none in programs. */
function keptClusters(): KeptClusters | undefined {
  const { [Symbol.for('stackcheck.made-once')]: shared } = globalThis as { [key: symbol]: KeptClusters | undefined };
  return shared;
}

function run(program: string, args: readonly string[], options: SpawnSyncOptions): Buffer {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...options,
    encoding: 'buffer',
    maxBuffer: ARCHIVE_BYTES_MAX,
  });
  if (status !== 0) throw new Error(`${basename(program)}: ${error?.message ?? String(stderr)}`);
  return stdout;
}

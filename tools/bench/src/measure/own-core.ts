import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import type { ChildServer } from './child-server';

/**
 * Runs `work` while some servers have the first core to themselves, and this process and all else that it started the others: a server is then
 * measured by what it does with a core, and not by what its neighbours leave of it. Afterwards each may run everywhere again.
 * @returns undefined where there is one core only, or no `taskset` (util-linux) to say where a process may run
 */
export async function onCoreOfTheirOwn<T>(
  servers: readonly Pick<ChildServer, 'pid'>[],
  work: () => Promise<T>,
): Promise<T | undefined> {
  const [first, ...others] = ownCores();
  if (first === undefined || others.length === 0 || !isHere()) return undefined;
  const apart = new Set(servers.map(({ pid }) => pid));
  const family = familyOf(process.pid);
  try {
    for (const pid of family) move(pid, apart.has(pid) ? [first] : others);
    return await work();
  } finally {
    for (const pid of familyOf(process.pid)) move(pid, [first, ...others]);
  }
}

/** Numbers of the cores on which this process may run, from /proc/self/status (proc(5)), where lists are written as `0-3,8`. */
function ownCores(): readonly number[] {
  try {
    const [, list] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return (list ?? '').split(',').flatMap((part) => {
      const [from, to = from] = part.split('-').map(Number);
      return Array.from({ length: to! - from! + 1 }, (_, at) => from! + at);
    });
  } catch {
    return [];
  }
}

/** A process and all that it or they started, from the fourth field of /proc/<pid>/stat. */
function familyOf(pid: number): readonly number[] {
  const family = [pid];
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return NaN;
  }
}

function isHere(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** All threads of a process; one that ended meanwhile is left alone. */
function move(pid: number, cores: readonly number[]): void {
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(pid)], { stdio: 'ignore' });
  } catch {
    // It ended.
  }
}

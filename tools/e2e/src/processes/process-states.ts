import { readdirSync, readFileSync } from 'node:fs';

/** A process as Linux shows it: `T` = stopped, `Z` = over and not yet asked about by its parent. */
interface Shown {
  readonly state: string;
  readonly parent: number;
}

/** What a process does, by the letter of `/proc/PID/stat`; undefined when it is over. */
export function stateOf(pid: number): string | undefined {
  const state = shownOf(pid)?.state;
  return state === 'Z' ? undefined : state;
}

/** All processes that a process started, and those that they started. */
export function descendantsOf(pid: number): readonly number[] {
  const parents = new Map(readdirSync('/proc').map((name) => [Number(name), shownOf(Number(name))?.parent]));
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found.slice(1);
}

function shownOf(pid: number): Shown | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

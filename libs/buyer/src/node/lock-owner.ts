import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { kill, pid } from 'node:process';

/** Who holds a lock. */
export interface LockOwner {
  readonly pid: number;
  /** When that process started, in clock ticks of the machine; null where the system does not say. It sets a process apart apart from a later one of the same number. */
  readonly start: string | null;
  readonly host: string;
  /** Drawn for this one lock. */
  readonly token: string;
}

/** This process as an owner. */
export async function thisProcess(token: string): Promise<LockOwner> {
  return { pid, start: await startOf(pid), host: hostname(), token };
}

/** Whether the process that held a lock has certainly ended. One of another host is never known to have. */
export async function hasEnded(owner: LockOwner): Promise<boolean> {
  if (owner.host !== hostname()) return false;
  try {
    kill(owner.pid, 0);
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'ESRCH';
  }
  const start = await startOf(owner.pid);
  return start !== null && owner.start !== null && start !== owner.start;
}

/** The owner that a lock file names; null for a text that no buyer wrote. */
export function toOwner(text: string): LockOwner | null {
  try {
    const { pid: number, start, host, token } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (!Number.isSafeInteger(number) || typeof host !== 'string' || !/^[0-9a-f]{16}$/.test(String(token))) return null;
    return { pid: number as number, start: typeof start === 'string' ? start : null, host, token: token as string };
  } catch {
    return null;
  }
}

/** Field 22 of /proc/PID/stat (proc(5)); the name before it may hold blanks and brackets. */
async function startOf(number: number): Promise<string | null> {
  const stat = await readFile(`/proc/${number}/stat`, 'utf8').catch(() => null);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Choice } from './choice';

/** A system call of one server that fails on the ledger's files, or is its last, by strace. */
export interface IoPlan {
  readonly call: 'fsync' | 'pwrite64';
  readonly error: 'EIO' | 'ENOSPC' | 'SIGKILL';
  /** Which of the calls, in strace's words: `3` = the third alone, `3+2` = it and every second after, `3+` = all from it. */
  readonly when: string;
}

/** Programs and arguments that run another program with its calls failing by the plan; what was done goes to `report`. */
export function straceArgs({ call, error, when }: IoPlan, dataDir: string, report: string): readonly string[] {
  const files = ['payments.db', 'payments.db-wal'].flatMap((file) => ['-P', join(dataDir, file)]);
  const how = error === 'SIGKILL' ? 'signal=KILL' : `error=${error}`;
  // With -D the server is our own child, and strace is nobody's: signals and exit code are the server's.
  const quiet = ['-D', '-f', '-o', report, '-e', 'trace=fsync,pwrite64', '-e', `inject=${call}:${how}:when=${when}`];
  return [...quiet, ...files];
}

/** The calls that were made so far, in order. */
export function callsIn(report: string): readonly string[] {
  if (!existsSync(report)) return [];
  return [...readFileSync(report, 'latin1').matchAll(/^\d+ +(fsync|pwrite64)\(/gm)].map(([, call]) => call!);
}

/** How many calls failed so far. */
export function injectedIn(report: string): number {
  return existsSync(report) ? readFileSync(report, 'latin1').split('(INJECTED)').length - 1 : 0;
}

/** Whether strace is installed and may trace and inject here; containers and CI machines often forbid it. */
export function straceAvailable(): boolean {
  if (process.platform !== 'linux') return false;
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-strace-'));
  try {
    const [report, file] = [join(folder, 'report'), join(folder, 'file')];
    const script = `const fs = require('fs'); fs.fsyncSync(fs.openSync(${JSON.stringify(file)}, 'w'))`;
    const inject = ['-D', '-f', '-o', report, '-e', 'trace=fsync', '-e', 'inject=fsync:error=EIO'];
    const { status } = spawnSync('strace', [...inject, process.execPath, '-e', script], { stdio: 'ignore' });
    return status === 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A fault somewhere between the start and the tenth payment or so. */
export function anyIoPlan(choice: Choice): IoPlan {
  const call = choice.chance(0.5) ? 'fsync' : 'pwrite64';
  const first = call === 'fsync' ? choice.between(1, 24) : choice.between(1, 260);
  // In the midst of a commit, which no point around it reaches.
  if (choice.chance(0.25)) return { call, error: 'SIGKILL', when: String(first) };
  if (call === 'fsync' || choice.chance(0.4)) return { call, error: 'EIO', when: String(first) };
  // A disk that is full stays full, or has room now and then.
  const step = choice.chance(0.2) ? '+' : `+${choice.between(3, 60)}`;
  return { call, error: 'ENOSPC', when: `${first}${step}` };
}

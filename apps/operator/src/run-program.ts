import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ExitCode } from './cli-deps';

/** Commands that are programs of the other apps. */
export type ProgramName = keyof typeof PROGRAMS;

const APPS = join(__dirname, '..', '..');
const PROGRAMS = {
  snapshots: [join(APPS, 'ingest', 'dist', 'bundle', 'main.js'), 'snapshots'],
  reconcile: [join(APPS, 'api', 'dist', 'composition', 'reconcile.js')],
} as const;

/** Runs a compiled program of this installation, its streams passed on unless they are ignored. Resolves with its exit code; anything but 0 and 2 is 1. */
export function runProgram(
  name: ProgramName,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  stdio: 'inherit' | 'ignore' = 'inherit',
): Promise<ExitCode> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...PROGRAMS[name], ...args], { env: { ...env }, stdio });
    const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    child.once('error', () => resolve(1));
    child.once('exit', (code) => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      resolve(code === 0 || code === 2 ? code : 1);
    });
  });
}

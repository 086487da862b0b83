import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../service/repository';

/** What a program left behind. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end in the repository, with this process's own PATH and nothing else of its environment. */
export function runProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return runIn(ROOT, file, args, { PATH: process.env['PATH'], ...env });
}

/** Runs a program to its end in a folder, with this environment and no other. */
export function runIn(
  cwd: string,
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: 'pipe' });
    const out = { stdout: '', stderr: '' };
    child.stdin.end();
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (out.stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, ...out }));
  });
}

/** Runs a script of an installed package with this Node. */
export function runPackage(
  script: readonly string[],
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return runProgram(process.execPath, [join(ROOT, 'node_modules', ...script), ...args], env);
}

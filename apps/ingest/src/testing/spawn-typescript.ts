import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** Starts one of our TypeScript files as a process of its own. */
export function spawnTypeScript(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const loader = join(__dirname, '../../../../jest.run-typescript.js');
  const options = ['--conditions=@stackcheck/source', '--require', loader];
  return spawn(process.execPath, [...options, file, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** How a process ended, with all it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/** Waits for a process to end. */
export function ended(child: ChildProcess): Promise<Ended> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, output })));
}

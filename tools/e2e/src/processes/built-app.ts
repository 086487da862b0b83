import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ROOT } from '../service/repository';

/** A built app of this repository. */
export type AppName = 'api' | 'ingest';

/** A running app. */
export interface RunningApp {
  readonly pid: number;
  /** What it wrote so far, both streams in order of arrival. */
  output(): string;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  signal(name: NodeJS.Signals): void;
  /** Ends it at once if it still runs. */
  close(): Promise<void>;
}

/** The file that a supervisor would run. */
export const programOf = (app: AppName): string => join(ROOT, 'apps', app, 'dist', 'bundle', 'main.js');

/** Whether both apps are compiled (`npm run build`, which `npm test` does by itself). */
export const appsAreBuilt = (): boolean => existsSync(programOf('api')) && existsSync(programOf('ingest'));

/** The launchers' own preload: what they start ends when they do, however they ended. */
const END_WITH_PARENT = join(ROOT, 'tools', 'launch', 'end-with-parent.js');

/**
 * Starts a built app as a supervisor does: node and the file, no npm and no shell. The environment is `env` alone, so that no
 * variable of the developer's shell decides a test.
 */
export function startApp(app: AppName, args: readonly string[], env: Readonly<Record<string, string>>): RunningApp {
  return startProgram([...commandOf(app), ...args], env);
}

/** The command that runs a built app, for use behind another one such as `unshare`. */
export const commandOf = (app: AppName, nodeArgs: readonly string[] = []): readonly string[] => [
  process.execPath,
  ...nodeArgs,
  '--require',
  END_WITH_PARENT,
  programOf(app),
];

/** Starts any program the same way. */
export function startProgram(command: readonly string[], env: Readonly<Record<string, string>>): RunningApp {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString('utf8')));
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
  return {
    pid: child.pid ?? -1,
    output: () => written,
    ended,
    signal: (name) => void child.kill(name),
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs a built app to its end. */
export async function runApp(
  app: AppName,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | NodeJS.Signals; readonly output: string }> {
  const running = startApp(app, args, env);
  const code = await running.ended;
  return { code, output: running.output() };
}

/** Waits until a started API answers `/livez`; throws with its output when it ends first or takes longer. */
export async function untilLive(
  app: Pick<RunningApp, 'ended' | 'output'>,
  url: string,
  waitMs = 60_000,
): Promise<void> {
  let over: string | undefined;
  void app.ended.then((code) => (over = `it ended with ${code}`));
  const deadline = Date.now() + waitMs;
  for (;;) {
    const live = await fetch(`${url}/livez`).then(
      (response) => response.ok,
      () => false,
    );
    if (live) return;
    if (Date.now() > deadline) over = `it did not answer in ${waitMs / 1_000} s`;
    if (over !== undefined) throw new Error(`the API is not live: ${over}\n${app.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A port that was free a moment ago, for programs that need a given one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

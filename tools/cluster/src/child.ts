import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository. */
export const ROOT = join(__dirname, '..', '..', '..');

/** A program that runs. */
export interface Child {
  readonly name: string;
  readonly pid: number;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly hasEnded: boolean;
  /** Asks it to end, and ends it when it does not. */
  stop(signal: NodeJS.Signals, withinMs?: number): Promise<void>;
}

/** How a program is started. */
export interface ChildOptions {
  /** File of its output, which is appended to. */
  readonly log: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hears its standard output, too. */
  readonly onOutput?: (text: string) => void;
}

/** Longer than an API takes to finish what it settles. */
const STOP_WITHIN_MS = 30_000;

/** Starts a program. */
export function startChild(name: string, command: readonly string[], options: ChildOptions): Child {
  const [program = '', ...args] = command;
  const log = createWriteStream(options.log, { flags: 'a', mode: 0o600 });
  const child = spawn(program, args, { env: options.env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.stdout.on('data', (chunk: Buffer) => options.onOutput?.(chunk.toString('utf8')));
  let hasEnded = false;
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('error', (error) => log.write(`${error.message}\n`));
    child.once('close', (code, signal) => {
      hasEnded = true;
      log.end(() => resolve(code ?? signal ?? 1));
    });
  });
  return {
    name,
    pid: child.pid ?? -1,
    ended,
    get hasEnded() {
      return hasEnded;
    },
    async stop(signal, withinMs = STOP_WITHIN_MS) {
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), withinMs);
      await ended;
      clearTimeout(late);
    },
  };
}

/** The command of a compiled program of this repository, which ends when we do, however we end. */
export function commandOf(...path: readonly string[]): readonly string[] {
  const endsWithUs = join(ROOT, 'tools', 'launch', 'end-with-parent.js');
  return [process.execPath, '--require', endsWithUs, join(ROOT, ...path)];
}

const LINES = 12;

/** The end of a log, to find out why. */
export function lastLines(log: string): string {
  return existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LINES).join('\n') : '';
}

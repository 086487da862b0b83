import { spawn } from 'node:child_process';

/** A command that a shell ran. */
export interface Step {
  /** Epoch milliseconds. */
  readonly beganMs: number;
  /** As the shell ran it, variables filled in; assignments are left out, and bearer tokens are not shown. */
  readonly command: string;
  /** Until the next one began, or the end; a command that is repeated while something is waited for is one. */
  readonly seconds: number;
}

/** Not by its environment: root's shell takes no PS4 from there. */
const TRACING = "PS4='+ $EPOCHREALTIME '\nset -x\n";

/** Runs a script in bash, and notes when each of its commands began. */
export async function traced(
  cwd: string,
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<{
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly steps: readonly Step[];
}> {
  const child = spawn('bash', ['-c', `${TRACING}${script}`], {
    cwd,
    env: { ...env, BASH_XTRACEFD: '3' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const said = { 1: '', 2: '', 3: '' };
  for (const at of [1, 2, 3] as const)
    child.stdio[at]!.on('data', (chunk: Buffer) => (said[at] += chunk.toString('utf8')));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  return { code, stdout: said[1], stderr: said[2], steps: stepsOf(said[3], Date.now()) };
}

/** @param trace one line for each command: `+ <seconds>.<microseconds> <command>`; what a command calls in `$(…)` has `++` */
export function stepsOf(trace: string, endMs: number): readonly Step[] {
  const began = [...trace.matchAll(/^\+ (\d+)[.,](\d{3})\d* (.*)$/gm)].map(([, seconds, ms, command = '']) => ({
    beganMs: Number(`${seconds}${ms}`),
    command: command.replace(/Bearer [^\s']+/g, 'Bearer …'),
  }));
  const shown = began.filter(({ command }) => !/^([A-Za-z_]\w*=|set |trap |export |sleep |umask )/.test(command));
  const once = shown.filter(({ command }, at) => command !== shown[at - 1]?.command);
  return once.map((step, at) => ({ ...step, seconds: ((once[at + 1]?.beganMs ?? endMs) - step.beganMs) / 1_000 }));
}

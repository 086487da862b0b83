import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endWithUs } from '@stackcheck/store-postgres/testing';
import { ROOT } from '../service/repository';
import { callsIn, injectedIn, straceArgs, type IoPlan } from './io-plan';

/** Where and when a server ends itself; `none` = it does not. */
export interface KillPlan {
  readonly point: string;
  readonly passage: number;
  /** Of several processes, whether the point ends the one that passes it, or all. */
  readonly extent?: 'self' | 'whole';
}

/** How a server comes to its end, or what it has to live with. */
export type Plan = KillPlan | IoPlan;

const PROGRAM = join(ROOT, 'tools', 'e2e', 'dist', 'bundle', 'killable-api.js');
const END_WITH_PARENT = join(ROOT, 'tools', 'launch', 'end-with-parent.js');

/** Whether the program is compiled (`npm test` does it by itself). */
export const killableIsBuilt = (): boolean => existsSync(PROGRAM);

let made = 0;

/** A server process: made ready ahead of time, then started. */
export class KillableServer {
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  private readonly child: ChildProcess;
  private readonly report: string;
  private printed = '';
  private onOutput: () => void = () => undefined;

  constructor(
    readonly plan: Plan,
    env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  ) {
    const program = ['--require', END_WITH_PARENT, PROGRAM];
    this.report = join(env.DATA_DIR, `strace-${made++}`);
    const [command, args] =
      'point' in plan
        ? [process.execPath, [...program, plan.point, String(plan.passage), plan.extent ?? 'self']]
        : ['strace', [...straceArgs(plan, env.DATA_DIR, this.report), process.execPath, ...program]];
    this.child = spawn(command, args, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.printed += chunk.toString('utf8');
        this.onOutput();
      });
    this.child.stdin?.on('error', () => undefined);
    const hasEnded = this.child.pid === undefined ? undefined : endWithUs(this.child.pid, 'KILL');
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        hasEnded?.();
        resolve(code ?? signal ?? 'SIGKILL');
      });
    });
  }

  /** Starts it; resolves with its URL, or with undefined when it ended before it listened. */
  start(): Promise<string | undefined> {
    const listening = new Promise<string>((resolve) => {
      this.onOutput = () => {
        const url = /^listening (\S+)$/m.exec(this.printed)?.[1];
        if (url) resolve(url);
      };
    });
    this.child.stdin?.write('start\n');
    return Promise.race([listening, this.ended.then(() => undefined)]);
  }

  get output(): string {
    return this.printed;
  }

  /** The watched system calls that it made. */
  get calls(): readonly string[] {
    return callsIn(this.report);
  }

  /** How many of its system calls failed by the plan. */
  get injected(): number {
    return injectedIn(this.report);
  }

  /** How many of its workers were killed while it lived on. */
  get workersKilled(): number {
    return [...this.printed.matchAll(/worker \d+ ended with SIGKILL/g)].length;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async close(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
    rmSync(this.report, { force: true });
  }
}

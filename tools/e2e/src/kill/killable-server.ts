import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../service/repository';

/** Where and when a server ends itself; `none` = it does not. */
export interface KillPlan {
  readonly point: string;
  readonly passage: number;
}

const PROGRAM = join(ROOT, 'tools', 'e2e', 'dist', 'kill', 'killable-api.js');
const END_WITH_PARENT = join(ROOT, 'tools', 'launch', 'end-with-parent.js');

/** Whether the program is compiled (`npm test` does it by itself). */
export const killableIsBuilt = (): boolean => existsSync(PROGRAM);

/** A server process: made ready ahead of time, then started. */
export class KillableServer {
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  private readonly child: ChildProcess;
  private printed = '';
  private heard: () => void = () => undefined;

  constructor(
    readonly plan: KillPlan,
    env: Readonly<Record<string, string>>,
  ) {
    const args = ['--require', END_WITH_PARENT, PROGRAM, plan.point, String(plan.passage)];
    this.child = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.printed += chunk.toString('utf8');
        this.heard();
      });
    this.child.stdin?.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
    });
  }

  /** Starts it; resolves with its URL, or with undefined when it ended before it listened. */
  start(): Promise<string | undefined> {
    const listening = new Promise<string>((resolve) => {
      this.heard = () => {
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

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async close(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

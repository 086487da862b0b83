import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child';

const AGAIN_AFTER_MS = 1_000;
/** So many ends within that time are no accident. */
const ENDS_MAX = 5;
const WITHIN_MS = 60_000;

/** A program that is started again when it ends unasked. */
export class Supervised {
  private child: Child;
  private isStopping = false;
  private readonly endsAt: number[] = [];
  /** Resolves with a sentence when it ended too often. */
  readonly failed: Promise<string>;

  constructor(
    private readonly start: () => Child,
    private readonly say: (line: string) => void,
  ) {
    this.child = start();
    this.failed = this.keep();
  }

  get pid(): number {
    return this.child.pid;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.child.stop('SIGTERM');
  }

  kill(): void {
    this.isStopping = true;
    void this.child.stop('SIGKILL');
  }

  private async keep(): Promise<string> {
    for (;;) {
      const how = await this.child.ended;
      if (this.isStopping) return new Promise(() => undefined);
      const { name } = this.child;
      const now = performance.now();
      this.endsAt.push(now);
      if (this.endsAt.filter((at) => now - at < WITHIN_MS).length >= ENDS_MAX) return `${name} ended again and again`;
      this.say(`${name} ended with ${how} and is started again`);
      await sleep(AGAIN_AFTER_MS);
      if (this.isStopping) return new Promise(() => undefined);
      this.child = this.start();
      this.say(`${name} runs again, pid ${this.child.pid}`);
    }
  }
}

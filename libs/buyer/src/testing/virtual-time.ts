import type { Timing } from '../ports/timing';

/** Time that passes only where a test lets it. */
export class VirtualTime implements Timing {
  private timers: { readonly at: number; readonly call: () => void }[] = [];
  readonly clock = { now: () => this.ms, monotonic: () => this.ms };

  constructor(public ms = Date.parse('2026-11-20T12:00:00Z')) {}

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.ms + milliseconds, call };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** Lets timers come due, one after the other, until work is done; undefined where it waits for something that never comes. */
  async until<T>(work: Promise<T>, isOver: () => boolean = () => false): Promise<PromiseSettledResult<T> | undefined> {
    let result: PromiseSettledResult<T> | undefined;
    void Promise.allSettled([work]).then(([settled]) => {
      result = settled;
    });
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (result || isOver()) return result;
      const [next] = [...this.timers].sort((a, b) => a.at - b.at);
      if (!next) return undefined;
      this.timers = this.timers.filter((other) => other !== next);
      this.ms = Math.max(this.ms, next.at);
      next.call();
    }
  }

  /** Forgets what was waited for, as the end of a process does. */
  forget(): void {
    this.timers = [];
  }
}

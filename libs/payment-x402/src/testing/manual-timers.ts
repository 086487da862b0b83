import type { FixedClock } from '@stackcheck/contract/testing';
import type { Timers } from '../self/self-deps';

interface Due {
  readonly atMs: number;
  readonly happen: () => void;
}

/** Timers that happen when a test lets time pass, in order. */
export class ManualTimers implements Timers {
  private readonly due = new Set<Due>();

  constructor(private readonly clock: FixedClock) {}

  after(ms: number, happen: () => void): () => void {
    const one = { atMs: this.clock.monotonic() + ms, happen };
    this.due.add(one);
    return () => void this.due.delete(one);
  }

  /** Lets so much time pass; what promises have to do is done before each timer and at the end. */
  async pass(ms: number): Promise<void> {
    const endMs = this.clock.monotonic() + ms;
    for (;;) {
      await promisesDone();
      const [next] = [...this.due].filter(({ atMs }) => atMs <= endMs).sort((one, other) => one.atMs - other.atMs);
      if (!next) break;
      this.due.delete(next);
      this.clock.advance(Math.max(0, next.atMs - this.clock.monotonic()));
      next.happen();
    }
    this.clock.advance(endMs - this.clock.monotonic());
    await promisesDone();
  }
}

/** Chains of promises that wait for nothing else come to their end within one turn of the event loop. */
async function promisesDone(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
}

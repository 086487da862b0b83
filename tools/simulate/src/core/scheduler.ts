import { EventQueue } from './event-queue';
import type { Life } from './life';
import type { Random } from './random';

/**
 * The only source of order in a simulation. Everything that waits, waits for an event of this queue; between two events
 * all promises of the code under test run to where they wait again.
 */
export class Scheduler {
  nowMs = 0;
  /** Events that happened, for the statistics. */
  happened = 0;
  /** The process whose code runs in the present event, where that matters to its timers. */
  owner: Life | undefined;
  private readonly queue = new EventQueue();
  private sequence = 0;

  constructor(private readonly random: Random) {}

  after(delayMs: number, happen: () => void): void {
    this.queue.push({
      atMs: this.nowMs + Math.max(0, delayMs),
      order: this.random.uint32(),
      sequence: this.sequence++,
      happen,
    });
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /**
   * Runs until the condition holds, nothing is left, or the time is over.
   * @param isDone looked at after every event
   */
  async run(untilMs: number, isDone: () => boolean): Promise<void> {
    await settled();
    while (!isDone()) {
      const next = this.queue.peek();
      if (!next || next.atMs > untilMs) {
        this.nowMs = Math.max(this.nowMs, untilMs);
        return;
      }
      this.queue.pop();
      this.nowMs = next.atMs;
      this.happened++;
      this.owner = undefined;
      next.happen();
      await settled();
    }
  }
}

/**
 * All promises that can go on have gone on: what is asked for the next tick from within a microtask comes after every
 * microtask. Nothing here waits for the engine's own events, for which a turn of its loop would be needed.
 */
function settled(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

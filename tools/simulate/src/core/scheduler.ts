import { EventQueue } from './event-queue';
import type { Random } from './random';

/** Longest chance that two pieces of outside work are begun together, as a group commit needs them. */
const TOGETHER_MS = 1;

/**
 * The only source of order in a simulation. Everything that waits, waits for an event of this queue; between two events
 * all promises of the code under test run to where they wait again.
 */
export class Scheduler {
  nowMs = 0;
  /** Events that happened, for the statistics. */
  happened = 0;
  private readonly queue = new EventQueue();
  private sequence = 0;
  private outside = 0;

  constructor(private readonly random: Random) {}

  after(delayMs: number, happen: () => void | Promise<void>): void {
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
      if (!this.step(untilMs)) {
        this.nowMs = Math.max(this.nowMs, untilMs);
        return;
      }
      await settled();
      // Chance is asked before any outside work could end, so that the machine's speed decides nothing.
      while (this.outside > 0 && this.random.chance(0.5) && this.step(Math.min(untilMs, this.nowMs + TOGETHER_MS)))
        await settled();
      while (this.outside > 0) await settled();
    }
  }

  /** Makes the next event happen, if it is due by then. */
  private step(untilMs: number): boolean {
    const next = this.queue.peek();
    if (!next || next.atMs > untilMs) return false;
    this.queue.pop();
    this.nowMs = next.atMs;
    this.happened++;
    this.begin(next.happen);
    return true;
  }

  private begin(happen: () => void | Promise<void>): void {
    const work = happen();
    if (!work) return;
    this.outside++;
    void work.finally(() => this.outside--);
  }
}

/** All promises that can go on have gone on: an immediate comes after every microtask. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

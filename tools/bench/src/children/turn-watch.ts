import { threadTimeMs } from './thread-time';

/**
 * The longest turn of the event loop in processor time of its own thread: what the turn itself had to do, whatever else runs on
 * the machine, the threads of the collector and the compiler included. What a turn waits for (the disk, one of those threads, a
 * core) only wall-clock time shows, which is reported as well. Watching goes on from turn to turn without a rest and takes a core:
 * for the minutes of a measurement only.
 */
export class TurnWatch {
  private longest = 0;
  private next: NodeJS.Immediate | undefined;
  private readonly now: () => number;
  private before: number;

  /** @param now milliseconds, only ever more */
  constructor(now = threadTimeMs()) {
    this.now = now;
    this.before = now();
  }

  /** Milliseconds since it was asked before; begins when it is asked first. */
  longestMs(): number {
    const { longest } = this;
    this.longest = 0;
    this.before = this.now();
    this.next ??= setImmediate(this.turn);
    return longest;
  }

  end(): void {
    clearImmediate(this.next);
  }

  private readonly turn = (): void => {
    const now = this.now();
    this.longest = Math.max(this.longest, now - this.before);
    this.before = now;
    this.next = setImmediate(this.turn);
  };
}

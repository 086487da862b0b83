/**
 * The longest turn of the event loop, apart from what else runs on the machine: of each turn the time of the clock or the
 * processor time of the whole process, whichever is less. The one counts who else had the processor, the other the threads of
 * the collector and the compiler, and neither is less than what the turn itself took. Watching goes on from turn to turn
 * without a rest and takes a core: for the minutes of a measurement only.
 */
export class TurnWatch {
  private before = now();
  private longest = 0;
  private isOn = false;

  /** Milliseconds since it was asked before; begins when it is asked first. */
  longestMs(): number {
    const { longest } = this;
    this.longest = 0;
    this.before = now();
    if (!this.isOn) setImmediate(this.turn);
    this.isOn = true;
    return longest;
  }

  private readonly turn = (): void => {
    const { clockMs, processorMs } = now();
    const { before } = this;
    this.longest = Math.max(this.longest, Math.min(clockMs - before.clockMs, processorMs - before.processorMs));
    this.before = { clockMs, processorMs };
    setImmediate(this.turn);
  };
}

function now(): { readonly clockMs: number; readonly processorMs: number } {
  const { user, system } = process.cpuUsage();
  return { clockMs: performance.now(), processorMs: (user + system) / 1_000 };
}

import type { Scheduler } from './scheduler';

/** A timer of the simulation; it answers what Node's own handles are asked. */
class SimTimer {
  isCleared = false;

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

const engine = { setTimeout, clearTimeout, setImmediate, clearImmediate };

/**
 * While work runs, timers of the code under test (a group commit waits for company) go by simulated time, and stand while the process
 * that owns them is frozen.
 * @returns what ends it
 */
export function simulateTimers(scheduler: Scheduler): () => void {
  const start = (delayMs: number, happen: () => void): SimTimer => {
    const timer = new SimTimer();
    const { owner } = scheduler;
    const ring = (): void => {
      if (timer.isCleared || owner?.isAlive === false) return;
      scheduler.owner = owner;
      happen();
    };
    scheduler.after(delayMs, () => (owner ? owner.whenAwake(ring) : ring()));
    return timer;
  };
  const clear = (timer: unknown): void => {
    if (timer instanceof SimTimer) timer.isCleared = true;
  };
  Object.assign(globalThis, {
    setTimeout: (happen: () => void, delayMs = 0) => start(delayMs, happen),
    setImmediate: (happen: () => void) => start(0, happen),
    clearTimeout: clear,
    clearImmediate: clear,
  });
  return () => void Object.assign(globalThis, engine);
}

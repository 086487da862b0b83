import type { Random } from './random';
import type { Scheduler } from './scheduler';

/** One direction of a channel: what is sent arrives in its order and a while later, now and then a long while. */
export function inOrder(scheduler: Scheduler, random: Random): (arrive: () => void) => void {
  const underWay: (() => void)[] = [];
  let lastMs = 0;
  return (arrive) => {
    underWay.push(arrive);
    lastMs = Math.max(lastMs, scheduler.nowMs + (random.chance(0.05) ? random.between(5, 400) : random.between(0, 2)));
    // Events of one time come in any order; whichever comes first carries what was sent first.
    scheduler.after(lastMs - scheduler.nowMs, () => underWay.shift()?.());
  };
}

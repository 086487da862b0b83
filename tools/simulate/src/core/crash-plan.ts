import type { Stop } from '../model/disk';
import type { Random } from './random';

/** Decides at every yield point, numbered from 0 within one schedule, whether the machine stops there. */
export interface CrashPlan {
  strikes(point: number, name: string): Stop | null;
}

export const NO_CRASHES: CrashPlan = { strikes: () => null };

/** A crash now and then, up to a number. */
export function randomCrashes(random: Random, rate: number, most: number): CrashPlan {
  let left = most;
  return {
    strikes() {
      if (left <= 0 || !random.chance(rate)) return null;
      left--;
      return random.chance(0.3) ? 'power' : 'kill';
    },
  };
}

/** A crash at each of these points. */
export function crashesAt(points: readonly number[], stop: Stop = 'kill'): CrashPlan {
  const set = new Set(points);
  return { strikes: (point) => (set.has(point) ? stop : null) };
}

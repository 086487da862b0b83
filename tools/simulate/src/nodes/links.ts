import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';
import type { Direction } from './nodes-plan';

/** One direction of one connection: when the last message arrived. */
export interface Way {
  lastMs: number;
}

/** The network between nodes and their database: messages of a connection arrive in order, and wait where their link stands. */
export class Links {
  /** By place: until when nothing gets through. */
  private readonly standing = new Map<number, Readonly<Record<Direction, number>>>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly random: Random,
  ) {}

  stall(place: number, forMs: number, directions: readonly Direction[]): void {
    const untilMs = this.scheduler.nowMs + forMs;
    const before = this.standing.get(place) ?? { toServer: 0, toNode: 0 };
    this.standing.set(place, { ...before, ...Object.fromEntries(directions.map((one) => [one, untilMs])) });
  }

  calm(): void {
    this.standing.clear();
  }

  /** How long it takes until something went there and back, not counting the way. */
  stalledMs(place: number): number {
    const link = this.standing.get(place);
    return Math.max(0, Math.max(link?.toServer ?? 0, link?.toNode ?? 0) - this.scheduler.nowMs);
  }

  /** Now and then long, for a network. */
  travelMs(): number {
    return this.random.chance(0.02) ? this.random.between(5, 300) : this.random.between(0, 2);
  }

  /** From now until a message arrives. */
  delayMs(place: number, direction: Direction, way: Way, travelMs: number): number {
    const { nowMs } = this.scheduler;
    way.lastMs = Math.max(nowMs + travelMs, this.standing.get(place)?.[direction] ?? 0, way.lastMs);
    return way.lastMs - nowMs;
  }
}

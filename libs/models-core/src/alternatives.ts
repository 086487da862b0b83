import type { Droppable } from './cheapest-request';

/** The cheapest model that one constraint alone keeps out. */
export interface Alternative {
  readonly drop: Droppable;
  /** Position of the model. */
  readonly at: number;
  readonly cost: bigint;
}

/** Collects, for every constraint, the cheapest model that it alone keeps out. */
export class Alternatives {
  private readonly cheapest = new Map<Droppable, Alternative>();

  /** Takes a model that meets all constraints but this one. Among equal costs the first stays. */
  offer(drop: Droppable, at: number, cost: bigint): void {
    const known = this.cheapest.get(drop);
    if (known === undefined || cost < known.cost) this.cheapest.set(drop, { drop, at, cost });
  }

  /** Those that cost less than this, or all of them; cheapest first. */
  below(cost: bigint | undefined): readonly Alternative[] {
    return [...this.cheapest.values()]
      .filter((alternative) => cost === undefined || alternative.cost < cost)
      .sort((a, b) => (a.cost === b.cost ? a.at - b.at : a.cost < b.cost ? -1 : 1));
  }
}

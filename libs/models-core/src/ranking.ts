/** Models that are one and the same at one cost, by position: the first is shown, the others are named next to it. */
export interface TieGroup {
  readonly cost: bigint;
  readonly canonical: string;
  /** Comes after all groups that do not, whatever it costs. */
  readonly last: boolean;
  readonly members: number[];
}

/**
 * Keeps the cheapest groups of all models offered. Models must come in the order of preference: among equal costs, who came
 * first stays first, and what comes last in the ranking is offered after what does not.
 */
export class Ranking {
  private readonly kept: TieGroup[] = [];

  constructor(private readonly limit: number) {}

  /** Cheapest first, those that come last after the others. */
  get groups(): readonly TieGroup[] {
    return this.kept;
  }

  /** Takes a model in, if it belongs among the first so far. The same model at the same cost joins its group wherever that stands. */
  offer(at: number, cost: bigint, canonical: string, last = false): void {
    const own = last
      ? this.kept.find((group) => !group.last && group.cost === cost && group.canonical === canonical)
      : undefined;
    if (own !== undefined) {
      own.members.push(at);
      return;
    }
    const full = this.kept.length === this.limit;
    if (full && order(this.kept[this.limit - 1]!, cost, last) < 0) return;
    let place = this.kept.length;
    while (place > 0 && order(this.kept[place - 1]!, cost, last) >= 0) {
      place--;
      const group = this.kept[place]!;
      if (group.cost === cost && group.canonical === canonical) {
        group.members.push(at);
        return;
      }
    }
    // After the groups of the same cost, which came before.
    while (place < this.kept.length && order(this.kept[place]!, cost, last) === 0) place++;
    if (place === this.limit) return;
    if (full) this.kept.pop();
    this.kept.splice(place, 0, { cost, canonical, last, members: [at] });
  }
}

/** Below zero where a group stands before a cost, above zero where it stands after it. */
function order(group: TieGroup, cost: bigint, last: boolean): number {
  if (group.last !== last) return group.last ? 1 : -1;
  return group.cost === cost ? 0 : group.cost < cost ? -1 : 1;
}

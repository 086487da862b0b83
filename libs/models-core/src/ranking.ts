/** Models that are one and the same at one cost, by position: the first is shown, the others are named next to it. */
export interface TieGroup {
  readonly cost: bigint;
  readonly canonical: string;
  readonly members: number[];
}

/**
 * Keeps the cheapest groups of all models offered. Models must come in the order of preference: among equal costs, who came
 * first stays first.
 */
export class Ranking {
  private readonly kept: TieGroup[] = [];

  constructor(private readonly limit: number) {}

  /** Cheapest first. */
  get groups(): readonly TieGroup[] {
    return this.kept;
  }

  /** Takes a model in, if it belongs among the cheapest so far. */
  offer(at: number, cost: bigint, canonical: string): void {
    const full = this.kept.length === this.limit;
    if (full && cost > this.kept[this.limit - 1]!.cost) return;
    let place = this.kept.length;
    while (place > 0 && this.kept[place - 1]!.cost >= cost) {
      place--;
      const group = this.kept[place]!;
      if (group.cost === cost && group.canonical === canonical) {
        group.members.push(at);
        return;
      }
    }
    // After the groups of the same cost, which came before.
    while (place < this.kept.length && this.kept[place]!.cost === cost) place++;
    if (place === this.limit) return;
    if (full) this.kept.pop();
    this.kept.splice(place, 0, { cost, canonical, members: [at] });
  }
}

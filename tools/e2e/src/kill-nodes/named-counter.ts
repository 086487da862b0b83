/** Counts by name. */
export class NamedCounter {
  private readonly counts = new Map<string, number>();

  add(name: string, times = 1): void {
    if (times > 0) this.counts.set(name, (this.counts.get(name) ?? 0) + times);
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, one) => sum + one, 0);
  }

  get byName(): ReadonlyMap<string, number> {
    return this.counts;
  }
}

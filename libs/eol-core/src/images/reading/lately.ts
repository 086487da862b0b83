/** What was found of late, by what it was asked for; forgotten all at once when there is too much of it. */
export class Lately<Found extends object> {
  private readonly found = new Map<string, Found>();

  constructor(private readonly max: number) {}

  /** @param find called with `key` where nothing is remembered of it */
  of(key: string, find: (key: string) => Found): Found {
    let one = this.found.get(key);
    if (one === undefined) {
      one = find(key);
      if (this.found.size === this.max) this.found.clear();
      this.found.set(key, one);
    }
    return one;
  }
}

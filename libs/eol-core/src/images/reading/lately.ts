/** What was found of late, by what it was asked for; forgotten all at once when there is too much of it. */
export class Lately<Found extends object> {
  private readonly found = new Map<string, Found>();

  constructor(private readonly max: number) {}

  /** @param find called with a copy of `key` where nothing is remembered of it: V8 keeps all of a text for a piece of it */
  of(key: string, find: (key: string) => Found): Found {
    let one = this.found.get(key);
    if (one === undefined) {
      const own = [...key].join('');
      one = find(own);
      if (this.found.size === this.max) this.found.clear();
      this.found.set(own, one);
    }
    return one;
  }
}

/**
 * A map of bounded size, for values that can be made again: a new entry takes the place of the oldest one. A client that sends
 * invented keys only causes some entries of others to be made a second time.
 *
 * Entries leave by age, not by use, which no cache library offers: a look-up writes nothing, so that the 402 of an unpaid call
 * and the parameters of a paid one cost a plain read of a Map.
 */
export class BoundedMap<Key, Value> {
  private readonly entries = new Map<Key, Value>();

  constructor(private readonly max: number) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: Key): Value | undefined {
    return this.entries.get(key);
  }

  /** An entry that is set again is the newest. */
  set(key: Key, value: Value): void {
    this.entries.delete(key);
    if (this.entries.size >= this.max) {
      const oldest = this.entries.keys().next();
      if (!oldest.done) this.entries.delete(oldest.value);
    }
    this.entries.set(key, value);
  }

  delete(key: Key): void {
    this.entries.delete(key);
  }
}

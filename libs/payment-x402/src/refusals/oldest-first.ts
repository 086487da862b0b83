/**
 * A map that hands out its oldest key in constant time; setting a key makes it the newest. A plain `Map` also keeps that
 * order, but an iterator that starts again walks over everything that was deleted before, which makes a flood of short-lived
 * keys quadratic. So one iterator is kept at the front: entries behind it are gone.
 */
export class OldestFirst<V> {
  private readonly entries = new Map<string, V>();
  private readonly cursor = this.entries.keys();
  /** The key that the cursor stands on, while it is there and was not set again. */
  private front: string | undefined;

  get size(): number {
    return this.entries.size;
  }

  get(key: string): V | undefined {
    return this.entries.get(key);
  }

  set(key: string, value: V): void {
    this.delete(key);
    this.entries.set(key, value);
  }

  delete(key: string): void {
    if (this.front === key) this.front = undefined;
    this.entries.delete(key);
  }

  /** The key that was set longest ago. */
  oldest(): string | undefined {
    // Whatever is there is still ahead of the cursor, so that it never comes to an end.
    if (this.front === undefined && this.entries.size > 0) this.front = this.cursor.next().value;
    return this.front;
  }

  /** Oldest first; entries may be deleted meanwhile. */
  [Symbol.iterator](): Iterator<[string, V]> {
    return this.entries[Symbol.iterator]();
  }
}

/**
 * Instants by advisory id: a `Map<string, number>` in a few arrays of numbers. The largest archive has some 300,000 records,
 * whose ids as texts would be moved about and kept by the collector of memory long after they are of use; here they are
 * bytes, twenty an id. Ids are ASCII, as `readOsvRecord` sees to.
 */
export class InstantsById {
  /** Numbers of entries plus one by the hashes of their ids, at the next free place; 0 is free. */
  private slots = new Int32Array(2 * FIRST_ENTRIES);
  private instants = new Float64Array(FIRST_ENTRIES);
  /** Where in `bytes` the id of each entry ends, and that of the next begins. */
  private ends = new Uint32Array(FIRST_ENTRIES);
  private bytes = new Uint8Array(FIRST_ENTRIES * 20);
  private count = 0;

  /** Sets the instant of an id, in epoch ms. */
  set(id: string, atMs: number): void {
    const slot = this.slotOf(id);
    const entry = this.slots[slot] as number;
    if (entry > 0) {
      this.instants[entry - 1] = atMs;
      return;
    }
    const start = this.startOf(this.count);
    this.makeRoom(start + id.length);
    for (let at = 0; at < id.length; at += 1) this.bytes[start + at] = id.charCodeAt(at);
    this.instants[this.count] = atMs;
    this.ends[this.count] = start + id.length;
    this.count += 1;
    this.slots[slot] = this.count;
    // Half of them stay free, so that few ids meet at one place.
    if (2 * this.count >= this.slots.length) this.spread();
  }

  /** The instant set last for an id; undefined where none was. */
  get(id: string): number | undefined {
    const entry = this.slots[this.slotOf(id)] as number;
    return entry > 0 ? this.instants[entry - 1] : undefined;
  }

  private slotOf(id: string): number {
    const mask = this.slots.length - 1;
    let slot = hashOf(id.length, (at) => id.charCodeAt(at)) & mask;
    for (;;) {
      const entry = this.slots[slot] as number;
      if (entry === 0 || this.isIdOf(entry - 1, id)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private isIdOf(entry: number, id: string): boolean {
    const start = this.startOf(entry);
    if ((this.ends[entry] as number) - start !== id.length) return false;
    for (let at = 0; at < id.length; at += 1) if (this.bytes[start + at] !== id.charCodeAt(at)) return false;
    return true;
  }

  private startOf(entry: number): number {
    return entry === 0 ? 0 : (this.ends[entry - 1] as number);
  }

  private makeRoom(bytes: number): void {
    if (this.count === this.ends.length) {
      this.ends = grown(this.ends, new Uint32Array(2 * this.count));
      this.instants = grown(this.instants, new Float64Array(2 * this.count));
    }
    if (bytes > this.bytes.length) this.bytes = grown(this.bytes, new Uint8Array(2 * bytes));
  }

  private spread(): void {
    const slots = new Int32Array(2 * this.slots.length);
    const mask = slots.length - 1;
    for (let entry = 0; entry < this.count; entry += 1) {
      const start = this.startOf(entry);
      let slot = hashOf((this.ends[entry] as number) - start, (at) => this.bytes[start + at] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry + 1;
    }
    this.slots = slots;
  }
}

/** A power of two, as the number of slots has to be. */
const FIRST_ENTRIES = 512;

/** FNV-1a. */
function hashOf(length: number, byteAt: (at: number) => number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at += 1) hash = Math.imul(hash ^ byteAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

function grown<Numbers extends { set(from: Numbers): void }>(from: Numbers, into: Numbers): Numbers {
  into.set(from);
  return into;
}

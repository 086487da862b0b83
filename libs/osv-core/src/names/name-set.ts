import { mix, NAME_LENGTH_MAX, nameHash, valueOf } from './name-hash';

/** Bits kept of each name, at least. */
const BITS_PER_NAME = 32;

/** Bits that a name sets. With 32 kept of each, some two texts in ten thousand are taken for one of the set. */
const PLACES = 4;

/**
 * The names of an ecosystem's packages as a Bloom filter: four bytes a name instead of the names. It never denies a name that
 * is in it; who gets a yes asks the index itself.
 */
export class NameSet {
  /** What each code unit of the alphabet counts in a hash. */
  readonly values: Int32Array;
  private readonly words: Uint32Array;
  private readonly mask: number;

  /**
   * @param hashes of all names, each once
   * @param alphabet every code unit that occurs in a name
   * @param lengths at each place whether a name of that length is among them
   */
  constructor(
    hashes: Iterable<number> & { readonly length: number },
    readonly alphabet: Uint16Array,
    private readonly lengths: Uint8Array,
  ) {
    this.values = Int32Array.from(alphabet, valueOf);
    let bits = 64;
    while (bits < hashes.length * BITS_PER_NAME) bits *= 2;
    this.mask = bits - 1;
    this.words = new Uint32Array(bits / 32);
    for (const hash of hashes) this.mark(hash);
  }

  /** Whether a name with this hash may be in the set; false is certain. */
  mayHold(hash: number): boolean {
    const first = mix(hash);
    return this.isSet(first) && this.areSet(first);
  }

  /** Whether any name has this length. */
  hasLength(length: number): boolean {
    return this.lengths[length] === 1;
  }

  private areSet(first: number): boolean {
    let place = first;
    for (let n = 1; n < PLACES; n++) if (!this.isSet((place = mix(place + n)))) return false;
    return true;
  }

  private isSet(place: number): boolean {
    const bit = place & this.mask;
    return ((this.words[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
  }

  private mark(hash: number): void {
    let place = mix(hash);
    for (let n = 1; n <= PLACES; n++) {
      const bit = place & this.mask;
      this.words[bit >>> 5] = (this.words[bit >>> 5] as number) | (1 << (bit & 31));
      place = mix(place + n);
    }
  }
}

/** Gathers names one by one; nothing of a name is kept but its hash. */
export class NameSetBuilder {
  private hashes = new Int32Array(64);
  private count = 0;
  private readonly units = new Set<number>();
  private readonly lengths = new Uint8Array(NAME_LENGTH_MAX + 1);

  /** Adds a name. It must not have been added before. */
  add(name: string): void {
    if (name.length === 0 || name.length > NAME_LENGTH_MAX) return;
    if (this.count === this.hashes.length) {
      const grown = new Int32Array(2 * this.count);
      grown.set(this.hashes);
      this.hashes = grown;
    }
    this.hashes[this.count++] = nameHash(name);
    this.lengths[name.length] = 1;
    for (let at = 0; at < name.length; at++) this.units.add(name.charCodeAt(at));
  }

  /** The set of all that were added. */
  build(): NameSet {
    const alphabet = Uint16Array.from(this.units).sort();
    return new NameSet(this.hashes.subarray(0, this.count), alphabet, this.lengths);
  }
}

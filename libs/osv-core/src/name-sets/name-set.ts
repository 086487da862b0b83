import { checkHash, mix, NAME_LENGTH_MAX, nameHash, valueOf } from './name-hash';

/** Bits kept of each name, at least. */
const BITS_PER_NAME = 32;

/** Bits that a name sets. With 32 kept of each, some two texts in ten thousand are taken for one of the set. */
const PLACES = 4;

/**
 * The names of an ecosystem's packages with a count for each, as numbers instead of texts: a Bloom filter, which says of nearly
 * every other text at once that it is none of them, and a table of counts by two hashes, some twenty bytes a name. A text that
 * is no name is taken for one where both hashes meet those of one: less than once in a billion texts that pass the filter.
 */
export class NameSet {
  /** What each code unit of the alphabet counts in a hash. */
  readonly values: Int32Array;
  private readonly words: Uint32Array;
  private readonly mask: number;
  /** Second hash of the name at each place of the table; 0 where there is none. */
  private readonly checks: Int32Array;
  private readonly counts: Uint32Array;

  /**
   * @param names all names, each once
   * @param alphabet every code unit that occurs in a name
   * @param lengths at each place whether a name of that length is among them
   */
  constructor(
    names: HashedNames,
    readonly alphabet: Uint16Array,
    private readonly lengths: Uint8Array,
  ) {
    this.values = Int32Array.from(alphabet, valueOf);
    let bits = 64;
    const { hashes, length } = names;
    while (bits < length * BITS_PER_NAME) bits *= 2;
    this.mask = bits - 1;
    this.words = new Uint32Array(bits / 32);
    let slots = 2;
    // Half of the table stays free, so that few names meet at one place.
    while (slots < 2 * length) slots *= 2;
    this.checks = new Int32Array(slots);
    this.counts = new Uint32Array(slots);
    for (let n = 0; n < length; n++) {
      const hash = hashes[n] as number;
      this.mark(hash);
      this.insert(hash, names.checks[n] as number, names.counts[n] as number);
    }
  }

  /** The count of a name; 0 for a text that is none. */
  countOf(name: string): number {
    const check = checkHash(name);
    const mask = this.checks.length - 1;
    for (let slot = mix(nameHash(name)) & mask; this.checks[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.checks[slot] === check) return this.counts[slot] as number;
    }
    return 0;
  }

  private insert(hash: number, check: number, count: number): void {
    const mask = this.checks.length - 1;
    let slot = mix(hash) & mask;
    while (this.checks[slot] !== 0) slot = (slot + 1) & mask;
    this.checks[slot] = check;
    this.counts[slot] = count;
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

/** What is kept of names: as many places of each list as `length` says. */
interface HashedNames {
  readonly length: number;
  readonly hashes: Int32Array;
  readonly checks: Int32Array;
  readonly counts: Uint32Array;
}

/** Gathers names one by one; nothing of a name is kept but its hashes and its count. */
export class NameSetBuilder implements HashedNames {
  hashes = new Int32Array(64);
  checks = new Int32Array(64);
  counts = new Uint32Array(64);
  length = 0;
  private readonly units = new Set<number>();
  private readonly lengths = new Uint8Array(NAME_LENGTH_MAX + 1);

  /** Adds a name with its count, which is at least 1. It must not have been added before. */
  add(name: string, count: number): void {
    if (name.length === 0 || name.length > NAME_LENGTH_MAX) return;
    if (this.length === this.hashes.length) {
      this.grow();
    }
    this.hashes[this.length] = nameHash(name);
    this.checks[this.length] = checkHash(name);
    this.counts[this.length++] = count;
    this.lengths[name.length] = 1;
    for (let at = 0; at < name.length; at++) this.units.add(name.charCodeAt(at));
  }

  private grow(): void {
    const { hashes, checks, counts, length } = this;
    this.hashes = new Int32Array(2 * length);
    this.checks = new Int32Array(2 * length);
    this.counts = new Uint32Array(2 * length);
    this.hashes.set(hashes);
    this.checks.set(checks);
    this.counts.set(counts);
  }

  /** The set of all that were added. */
  build(): NameSet {
    const alphabet = Uint16Array.from(this.units).sort();
    return new NameSet(this, alphabet, this.lengths);
  }
}

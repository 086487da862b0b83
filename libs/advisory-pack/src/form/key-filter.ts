import { checkHash, mix, nameHash } from '@stackcheck/osv-core/name-sets';

/** With these, one key in a hundred that is not in the pack is looked for in its block. */
const BITS_PER_KEY = 10;
const PROBES = 7;

/** The key of an entry as one text. No element but the last holds the character between them. */
export function keyText(key: readonly string[]): string {
  return key.join('\u0000');
}

/** Gathers keys for a Bloom filter: two hashes of each, and nothing else. */
export class KeyFilterBuilder {
  private hashes = new Int32Array(1024);
  private count = 0;

  add(key: string): void {
    if (2 * this.count === this.hashes.length) {
      const grown = new Int32Array(2 * this.hashes.length);
      grown.set(this.hashes);
      this.hashes = grown;
    }
    const [first, second] = hashesOf(key);
    this.hashes[2 * this.count] = first;
    this.hashes[2 * this.count++ + 1] = second;
  }

  /** The bits of all that was added. */
  build(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil((this.count * BITS_PER_KEY) / 8));
    for (let n = 0; n < this.count; n++) {
      eachProbe(this.hashes[2 * n] as number, this.hashes[2 * n + 1] as number, bytes.length * 8, (bit) => {
        bytes[bit >>> 3] = (bytes[bit >>> 3] as number) | (1 << (bit & 7));
        return true;
      });
    }
    return bytes;
  }
}

/** Whether a key may be among those of a filter; false is certain. An empty filter knows nothing. */
export function mayHold(filter: Uint8Array, key: string): boolean {
  if (filter.length === 0) return true;
  const [first, second] = hashesOf(key);
  return eachProbe(first, second, filter.length * 8, (bit) => ((filter[bit >>> 3] as number) & (1 << (bit & 7))) !== 0);
}

/** Two hashes are as good as seven (Kirsch and Mitzenmacher, 2006). */
function eachProbe(first: number, second: number, bits: number, visit: (bit: number) => boolean): boolean {
  for (let probe = 0, place = first; probe < PROBES; probe++, place = (place + second) | 0) {
    if (!visit((place >>> 0) % bits)) return false;
  }
  return true;
}

/** The hashes of osv-core's name sets: to change them is another form. */
function hashesOf(key: string): readonly [number, number] {
  return [mix(nameHash(key)), checkHash(key) | 1];
}

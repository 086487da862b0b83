import type { VersionOrder } from '../order/version-order';

/** Below every version that has a key, like `0` in an event. */
export const BEFORE_ALL = -1;

/**
 * The versions that the advisories of a package name, in a row. A version stands at one of them (an odd position) or between
 * two (an even one), so that once its position is known everything else is a comparison of whole numbers.
 */
export class VersionLine {
  /** One key of each named version, ascending. */
  private readonly keys: unknown[] = [];
  private readonly ranks = new Map<unknown, number>();

  constructor(
    private readonly order: VersionOrder,
    named: Iterable<unknown>,
  ) {
    for (const key of [...new Set(named)].sort((a, b) => order.compare(a, b))) {
      const last = this.keys.length - 1;
      if (last < 0 || order.compare(this.keys[last], key) !== 0) this.keys.push(key);
      this.ranks.set(key, this.keys.length - 1);
    }
  }

  /** How many versions are named; positions go from 0 to twice that. */
  get length(): number {
    return this.keys.length;
  }

  /** The position of a key that the line was made of. */
  positionOfNamed(key: unknown): number {
    return 2 * (this.ranks.get(key) as number) + 1;
  }

  /** The position of any key. */
  positionOf(key: unknown): number {
    let low = 0;
    let high = this.keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const sign = this.order.compare(this.keys[middle], key);
      if (sign === 0) return 2 * middle + 1;
      if (sign < 0) low = middle + 1;
      else high = middle;
    }
    return 2 * low;
  }
}

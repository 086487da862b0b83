import type { FeeHead } from './wallet-node';

/** Heads that are remembered; more than any reorganisation of a rollup is deep. */
const HEADS_MAX = 64;

/** Remembers the heads of a chain as they come, to notice that blocks which were seen are no more. */
export class HeadTrail {
  private readonly hashes = new Map<number, string>();

  /**
   * @returns whether a block that was seen earlier is not below this head, or stands in its place no more. A reorganisation of blocks of
   * which none was a head here stays unnoticed.
   */
  see({ number, hash, parent }: Pick<FeeHead, 'number' | 'hash' | 'parent'>): boolean {
    if (hash === undefined) return false;
    const isGone = this.differs(number, hash) || (parent !== undefined && this.differs(number - 1, parent));
    if (isGone) this.hashes.clear();
    this.hashes.set(number, hash);
    if (this.hashes.size > HEADS_MAX) this.hashes.delete(this.hashes.keys().next().value!);
    return isGone;
  }

  private differs(number: number, hash: string): boolean {
    const seen = this.hashes.get(number);
    return seen !== undefined && seen !== hash;
  }
}

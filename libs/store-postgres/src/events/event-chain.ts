import { hash as hashOf } from 'node:crypto';

/** A step in the history of a payment, as it is written. */
export interface ChainedEvent {
  readonly seq: number;
  readonly paymentId: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly state: string;
  readonly detail: string;
}

/** The hash over all events of a boot up to a number. */
export interface Seal {
  readonly toSeq: number;
  readonly hash: string;
}

/** Stands before the first event of each boot. */
export const NO_SEAL: Seal = { toSeq: 0, hash: '0'.repeat(64) };

/** The hash after one more event. */
export function chainHash(before: string, { seq, paymentId, at, state, detail }: ChainedEvent): string {
  return hashOf('sha256', JSON.stringify([before, seq, paymentId, at, state, detail]));
}

/**
 * The events of this boot: hands out their numbers, and seals them in order once it is known which of them were written. Several
 * statements may be under way; a number whose statement has no known end holds the seal up until it is voided.
 */
export class EventChain {
  private lastSeq = 0;
  private lastAt = 0;
  private sealed: Seal = NO_SEAL;
  /** Numbers after the seal whose end is known; null = not written. */
  private readonly known = new Map<number, ChainedEvent | null>();
  private readonly doubted = new Set<number>();
  private readonly unseen = new Set<number>();
  private newest = 0;

  /** A number and a time that does not go back. */
  next(nowMs: number): { readonly seq: number; readonly at: number } {
    this.lastAt = Math.max(this.lastAt, nowMs);
    return { seq: ++this.lastSeq, at: this.lastAt };
  }

  /** Goes with the next beat; whichever is written, an earlier one need not be. */
  get seal(): Seal {
    return this.sealed;
  }

  /**
   * One number of each statement that was acknowledged since the last look, and the newest before it. One that is not found in the database
   * any more was lost with a failover; later ones may have been written after it.
   */
  get toLookFor(): readonly number[] {
    return [...this.unseen];
  }

  /** These were found. */
  found(seqs: readonly number[]): void {
    for (const seq of seqs) if (seq !== this.newest) this.unseen.delete(seq);
  }

  /** The events of a statement are known to be in the database, all or none of them. */
  acknowledged(events: readonly ChainedEvent[]): void {
    const [event] = events;
    if (!event) return;
    this.newest = event.seq;
    this.unseen.add(event.seq);
  }

  /** Numbers of statements whose end was not learned. */
  get doubts(): readonly number[] {
    return [...this.doubted];
  }

  /** Those numbers may have been written, or may be yet. */
  doubt(seqs: readonly number[]): void {
    for (const seq of seqs) this.doubted.add(seq);
  }

  /** What became of numbers: these events were written, and the other numbers were not. */
  learn(seqs: readonly number[], written: readonly ChainedEvent[]): void {
    for (const seq of seqs) this.known.set(seq, null);
    for (const event of written) this.known.set(event.seq, event);
    for (const seq of seqs) this.doubted.delete(seq);
    let { toSeq, hash } = this.sealed;
    for (let event = this.known.get(toSeq + 1); event !== undefined; event = this.known.get(toSeq + 1)) {
      this.known.delete(++toSeq);
      if (event) hash = chainHash(hash, event);
    }
    this.sealed = { toSeq, hash };
  }
}

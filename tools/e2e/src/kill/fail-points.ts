/**
 * Moments in the life of a payment at which the real server can be killed, named for what happens there.
 *
 * - `find`: the ledger was asked what it knows; `W1`, `W2`: the two commits of a paid call; `hold`, `unknown`, `refused`,
 *   `released`, `delivered`: the other writes of the ledger
 * - `verify`, `settle`: the calls to the facilitator, `resettle` a settle call for a payment that was sent before; `during` is
 *   while its answer is awaited, `after` when it was received
 * - `send`: the paid answer, `before` its head, `during` = half of its body, `after` its last byte was handed over
 * - `boot.adopt`: the payments that an earlier run left open were read; `reconcile`: the same at any later time
 */
export const FAIL_POINTS = [
  'find.after',
  'verify.before',
  'verify.after',
  'W1.before',
  'W1.after',
  'settle.before',
  'settle.during',
  'settle.after',
  'W2.before',
  'W2.after',
  'send.before',
  'send.during',
  'send.after',
  'delivered.before',
  'delivered.after',
  'unknown.before',
  'unknown.after',
  'refused.before',
  'refused.after',
  'resettle.before',
  'resettle.after',
  'boot.adopt',
  'reconcile.before',
  'reconcile.after',
] as const;

/**
 * Moments of a server that settles by itself, in addition: around the writing of a transaction and of its replacement into the book, its
 * broadcast, and the note that a block holds it.
 */
export const SELF_POINTS = [
  'book.before',
  'book.after',
  'broadcast.before',
  'broadcast.during',
  'broadcast.after',
  'mined.before',
  'mined.after',
] as const;

/** A named moment. */
export type FailPoint = (typeof FAIL_POINTS | typeof SELF_POINTS)[number];

/** Counts the passages of one point and calls `end` at the n-th; all other points burn nothing. */
export class Fuse {
  private passages = 0;

  constructor(
    private readonly point: string,
    private readonly passage: number,
    private readonly end: () => void,
  ) {}

  /** True at the passage that ends the process: the caller may want to arrange its end itself. */
  burns(point: FailPoint): boolean {
    return point === this.point && ++this.passages === this.passage;
  }

  /** Ends the process when this is the passage. */
  pass(point: FailPoint): void {
    if (this.burns(point)) this.end();
  }

  /** Ends the process now. */
  blow(): void {
    this.end();
  }
}

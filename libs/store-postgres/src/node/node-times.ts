/** The times that leases hang on, in milliseconds. */
export interface NodeTimes {
  /** Between two beats. */
  readonly beatMs: number;
  /** A node whose beat stood still for so long is gone, and its payments are taken up by others. */
  readonly goneMs: number;
  /** The same where this process runs at the place of that node, so that it must have ended. */
  readonly replacedMs: number;
  /** What must be left of that time to claim a payment, and to settle one. */
  readonly claimLeftMs: number;
  readonly settleLeftMs: number;
}

/** A settlement takes 10 s at most, and a claim 3 s before it. */
export const NODE_TIMES: NodeTimes = {
  beatMs: 1_000,
  goneMs: 20_000,
  replacedMs: 3_000,
  claimLeftMs: 14_000,
  settleLeftMs: 12_000,
};

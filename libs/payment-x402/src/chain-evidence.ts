import type { ExpectedTransfer } from './facilitator';

/** What the chain says about one authorization. */
export type ChainFinding =
  /** `AuthorizationUsed` and the transfer to us stand in one transaction. */
  | { readonly kind: 'paid'; readonly transaction: string }
  /** Used elsewhere, cancelled, or past its window and unused at a safe head: it can never pay us. */
  | { readonly kind: 'never'; readonly reason: string }
  /** Anything else. Nothing may be concluded. */
  | { readonly kind: 'unproven'; readonly reason: string };

/** Proof from the chain, where an operator configured one. Never throws: a fault is `unproven`. */
export interface ChainEvidence {
  find(transfer: ExpectedTransfer): Promise<ChainFinding>;
}

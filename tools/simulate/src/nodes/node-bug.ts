import type { PaymentLedger } from '@stackcheck/payment-x402';
import type { NodeTimes } from '@stackcheck/store-postgres';
import type { ModelDatabase } from '@stackcheck/store-postgres/testing';

/** A clock of a process, as the leases of nodes read it. */
type Moments = () => { readonly monotonicMs: number; readonly wallMs: number };

/** What is wrong with nodes over one database, in a planted bug of this kind. */
export interface NodeBug {
  /** Executes a statement in a wrong way; undefined = as it should be. */
  readonly statement?: (
    name: string,
    values: readonly unknown[],
    model: ModelDatabase,
  ) => readonly object[] | undefined;
  readonly ledger?: (ledger: PaymentLedger) => PaymentLedger;
  readonly times?: Partial<NodeTimes>;
  readonly now?: (now: Moments) => Moments;
  /** A commit that waits for its standby is cancelled after so long, which lets it go as if it were confirmed. */
  readonly cancelsAfterMs?: number;
}

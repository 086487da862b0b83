/** What the operator's page shows next to the metrics. JSON: it passes between processes. */
export interface OperatorFacts {
  /** ISO 8601 instant at which it was collected. */
  readonly at: string;
  /** Whether paid routes can be sold, and the error that they answer else. */
  readonly ready: boolean;
  readonly reason: string | null;
  readonly health: HealthBody;
  /** Payments whose outcome is open, oldest first, and no more than are shown. */
  readonly open: readonly OpenPayment[];
  /** The last days (UTC), oldest first, by the day of the claim. */
  readonly days: readonly SettledDay[];
  /** Settled payments of these days whose transfer the chain took back; no day counts them. */
  readonly lost: { readonly payments: number; readonly usd: number };
  /** False: there are more payments in these days than were read, so that the first of them are not whole. */
  readonly areDaysWhole: boolean;
  /** Nodes over one PostgreSQL; empty where the ledger is a file. */
  readonly nodes: readonly LedgerNode[];
}

/** What is read of the body of /health. */
export interface HealthBody {
  readonly status: string;
  readonly version: string;
  readonly pause_reasons: readonly string[];
  readonly warnings: readonly unknown[];
  readonly payments: {
    readonly mode: string;
    readonly network: string | null;
    readonly facilitator: string | null;
    readonly facilitator_state: string | null;
    readonly facilitators: readonly { readonly name: string; readonly state: string; readonly breaker: string }[];
  };
  readonly datasets: Readonly<Record<string, DatasetFacts>>;
}

/** One dataset of it. */
export interface DatasetFacts {
  readonly snapshot_id: string | null;
  readonly refreshed_at: string | null;
  readonly record_count: number | null;
  readonly stale: boolean;
  readonly sellable: boolean;
  readonly problem: string | null;
}

/** A payment whose outcome is open: nothing that pays, and no more of the payer than finds the case. */
export interface OpenPayment {
  readonly id: number;
  readonly state: string;
  readonly route: string;
  /** First characters of the address. */
  readonly payer: string;
  readonly usd: string;
  /** ISO 8601 instant of the claim. */
  readonly since: string;
}

/** What was settled of the payments of one day. */
export interface SettledDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly payments: number;
  readonly usd: number;
}

/** One process over the ledger of several nodes. */
export interface LedgerNode {
  readonly place: string;
  readonly isGone: boolean;
  /** ISO 8601 instant. */
  readonly startedAt: string;
  /** Open payments that it works on. */
  readonly payments: number;
}
